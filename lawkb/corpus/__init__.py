"""Read and write the files of a corpus folder. No other package does."""
