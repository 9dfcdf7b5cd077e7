"""The invented code of the samples and its wiki, for tests that read its pages."""

from lawkb.model.page import Page
from lawkb.model.source import PageRule, Source
from lawkb.parse.read_page import PageReading, read_law_page
from tests.corpus_files import CORPUS, PEBBLES, outline_in

ROOT = CORPUS.parent
SAMPLES = ROOT / "tests" / "samples" / "dokuwiki"
EXTRACTED = SAMPLES / "extracted"
RULE = PageRule("rule_{law}", "2016", ("el", "en"))
CHANGED = "Τελευταία τροποποίηση:"
# What a DokuWiki with a Greek interface shows around a page, in both templates.
WIKI = Source(
    name="wiki",
    title="The wiki of the Three Pebbles",
    rules=(RULE,),
    furniture=(
        "Θα μπορούσατε να σχολιάσετε αν είσασταν συνδεδεμένος.",
        "Συζήτηση",
        "Εργαλεία Χρήστη",
        "Εργαλεία ιστότοπου",
        "Donate Powered by PHP Valid HTML5 Valid CSS Driven by DokuWiki",
    ),
    page_data=(
        "• {page}.txt",
        f"• {CHANGED} {{revised}}",
        "• από {user}",
        "• (εξωτερική τροποποίηση)",
        f"{{page}}.txt · {CHANGED} από {{user}}",
        f"{{page}}.txt · {CHANGED} (εξωτερική τροποποίηση)",
    ),
    comment="{author}, {created}",
)


def read_rule(content: bytes, page: str = "rule_07") -> PageReading:
    """A page of the code as read, whatever its bytes."""
    return read_law_page(
        Page("wiki", page, f"{page}.txt", content), RULE, WIKI, outline_in(PEBBLES)
    )


def extracted(variant: str, page: str) -> bytes:
    """A page as the extractor of a letter left it."""
    (folder,) = (each for each in EXTRACTED.iterdir() if each.name.startswith(f"{variant}_"))
    return (folder / f"{page}.txt").read_bytes()
