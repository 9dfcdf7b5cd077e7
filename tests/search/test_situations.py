"""Sixty queries typed as people type them: the answer is among the first three hits."""

from pathlib import Path

from lawkb.corpus.glossary import read_synonyms
from lawkb.errors import LawkbError
from lawkb.search import read_guide
from tests.corpus_files import CORPUS
from tests.search.asking import search_code
from tests.search.real import real_code
from tests.search.situations import ENOUGH, situations, unanswered


def test_there_are_sixty_situations_and_each_has_an_answer() -> None:
    assert len({each.query for each in situations()}) == 60
    held = {
        real_code().outline.scheme.write(provision.address)
        for law in real_code().laws.values()
        for provision in law.provisions()
    }
    for each in situations():
        assert each.right
        assert each.right <= held, each.query


def test_the_command_line_answers_nineteen_of_twenty_situations(tmp_path: Path) -> None:
    code = real_code()
    synonyms, guide = read_synonyms(CORPUS, code.outline), read_guide(CORPUS, code)

    def search(query: str) -> list[str]:
        try:
            hits = search_code(code, tmp_path, query, synonyms=synonyms, guide=guide).hits
        except LawkbError:
            return []
        return [hit.address for hit in hits if hit.address]

    missed = unanswered(search)
    assert len(situations()) - len(missed) >= ENOUGH, missed
