"""The fonts of a browser that is tested: its own, whatever else is installed on the machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

INSTALLED = Path("/usr/share/fonts/truetype")
_CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
{aliases}
  <match target="pattern">
    <edit name="family" mode="append_last"><string>{last}</string></edit>
  </match>
</fontconfig>
"""
_ALIAS = """  <match target="pattern">
    <test name="family"><string>{generic}</string></test>
    <edit name="family" mode="assign" binding="strong"><string>{family}</string></edit>
  </match>"""


@dataclass(frozen=True, slots=True)
class FontSet:
    """The fonts that a browser finds.

    Attributes:
        files: Their files, as globs below the folder of the installed ones.
        families: Which family stands for which generic one of CSS.
    """

    files: tuple[str, ...]
    families: dict[str, str]

    def is_installed(self) -> bool:
        """Whether the machine has every one of them."""
        return all(any(INSTALLED.glob(files)) for files in self.files)

    def configured(self, folder: Path) -> Path:
        """Put the fonts in a folder, for fontconfig to find these alone; its configuration."""
        fonts = folder / "fonts"
        fonts.mkdir()
        for files in self.files:
            for file in INSTALLED.glob(files):
                (fonts / file.name).symlink_to(file)
        aliases = "\n".join(
            _ALIAS.format(generic=generic, family=family)
            for generic, family in self.families.items()
        )
        config = folder / "fonts.conf"
        text = _CONFIG.format(
            fonts=fonts,
            cache=folder / "cache",
            aliases=aliases,
            last=self.families["sans-serif"],
        )
        config.write_text(text, encoding="utf-8")
        return config


def _families(serif: str, sans: str, mono: str) -> dict[str, str]:
    return {"serif": serif, "sans-serif": sans, "system-ui": sans, "monospace": mono}


# The first is the one that most tests read with; Noto's lines are higher and its words wider.
FONT_SETS = {
    "liberation": FontSet(
        ("liberation/Liberation*.ttf",),
        _families("Liberation Serif", "Liberation Sans", "Liberation Mono"),
    ),
    "noto": FontSet(
        ("noto/NotoSans-*.ttf", "noto/NotoSerif-*.ttf", "dejavu/DejaVuSansMono*.ttf"),
        _families("Noto Serif", "Noto Sans", "DejaVu Sans Mono"),
    ),
}
