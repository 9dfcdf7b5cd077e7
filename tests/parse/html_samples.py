"""Answers of two real wikis, and what documents say in the notation of the cases."""

from pathlib import Path

from lawkb.model.passage import Passage
from lawkb.parse.document import Block, Document, all_words
from lawkb.parse.html.document import AnswerKind, answer_of, read_facts, read_html
from lawkb.parse.html.elements_in_order import read_steps

SAMPLES = Path(__file__).parent.parent / "samples" / "dokuwiki"
WIKIS = ("26", "22")
FORMS = ("show", "export_xhtml", "export_xhtmlbody")


def answer(wiki: str, name: str) -> bytes:
    return (SAMPLES / f"http{wiki}" / f"{name}.html").read_bytes()


def answers(wiki: str) -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (SAMPLES / f"http{wiki}").glob("*.html")))


def page(wiki: str, name: str) -> Document:
    return read_html(answer(wiki, name))


def kind_of_answer(content: bytes) -> AnswerKind:
    steps = read_steps(content)
    return answer_of(steps, read_facts(steps))


def shown(blocks: tuple[Block, ...]) -> list[object]:
    """Blocks without where they stand and what they take: those differ from form to form."""
    return [(b.kind, b.level, b.number, b.words, b.cells) for b in blocks]


def told(block: Block) -> str:
    """A block in the notation of the cases: ``item 2 ordered: its text``."""
    parts = [
        block.kind,
        str(block.level) if block.level else "",
        "ordered" if block.number else "",
    ]
    return f"{' '.join(part for part in parts if part)}: {block.words.text}".strip()


def rows(block: Block) -> list[list[str]]:
    """Cells in the notation of the cases: ``text``, behind it ``th 3x1 right`` as far as it is."""
    return [
        [
            " | ".join(
                part
                for part in (
                    cell.passage.text if cell.passage else "",
                    "th" if cell.header else "",
                    f"{cell.columns}x{cell.rows}" if (cell.columns, cell.rows) != (1, 1) else "",
                    cell.align or "",
                )
                if part
            )
            for cell in row
        ]
        for row in block.cells
    ]


def standoff(words: Passage) -> list[str]:
    """What stands on words: ``bold «these»``, ``page rule_07#x «those»``, ``note 2 at 8 «its»``."""
    marks = [f"{m.kind} «{words.text[m.start : m.end]}»" for m in words.marks]
    links = [
        f"{k.kind} {k.target}{'#' + k.anchor if k.anchor else ''} «{words.text[k.start : k.end]}»"
        for k in words.links
    ]
    notes = [f"note {n.marker} at {n.at} «{n.text or 'lost'}»" for n in words.notes]
    return [*marks, *links, *notes]


def every_words(document: Document) -> list[Passage]:
    """All words of a document, those of comments and the texts of notes, too."""
    words = [w for block in document.blocks for w in all_words(block)]
    words += [w for comment in document.comments for w in comment.words]
    return words + [Passage(note.text) for w in words for note in w.notes]


def account_sums(document: Document) -> bool:
    """Whether the sizes sum to the page; ``account`` raises when they do not."""
    account = document.account(tuple("law" for _ in document.blocks))
    return sum(account.counts.values()) == document.total
