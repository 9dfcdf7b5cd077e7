"""What can be said of a provision by comparing its texts."""
