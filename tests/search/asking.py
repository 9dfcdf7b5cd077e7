"""All of a search in one call: the steps of the command line, with its defaults."""

from pathlib import Path

from lawkb.corpus.glossary import Glossary, Synonyms
from lawkb.model.code import Code
from lawkb.search import Answer, Guide, Question, jump, open_index, readings, search
from lawkb.search.index import Progress

_NONE = Glossary()
_NO_SYNONYMS: Synonyms = {}
_NO_GUIDE = Guide()


def search_code(
    code: Code,
    folder: Path,
    query: str,
    *,
    limit: int = 10,
    language: str | None = None,
    also: bool = False,
    glossary: Glossary = _NONE,
    synonyms: Synonyms = _NO_SYNONYMS,
    guide: Guide = _NO_GUIDE,
    progress: Progress | None = None,
) -> Answer:
    """The answer to a query; the index is opened, or built, only when it is needed."""
    question = Question(query, limit, language, also)
    found = jump(code, question, guide)
    if found:
        return found
    readings(code.outline, question)  # a malformed query needs no index
    engine = open_index(code, folder, progress)
    return search(engine, code, question, glossary, synonyms, guide)
