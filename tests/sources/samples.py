"""The sample wikis: what two real releases of DokuWiki wrote, and the texts they were given."""

from pathlib import Path

SAMPLES = Path(__file__).parent.parent / "samples" / "dokuwiki"
