"""Every page, size and font set in a real browser, and what readers and translators do there."""
