"""Pages of laws and companions: text cut into cells and runs, who cites it, comments, origins."""
