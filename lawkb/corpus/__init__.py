"""The only readers and writers of a corpus folder."""
