"""Run lawkb as ``python -m lawkb``."""

from lawkb.cli import main

if __name__ == "__main__":
    main()
