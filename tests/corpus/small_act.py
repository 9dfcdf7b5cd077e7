"""A small act in five languages, made in a folder: one page of several articles for each."""

from __future__ import annotations

from pathlib import Path

LANGUAGES = ("en", "el", "de", "fr", "it")
_WORDS = {
    "en": ("Article", "article", "the members of the club keep the rules and the court for all"),
    "el": ("Άρθρο", "άρθρο", "τα μέλη του ομίλου τηρούν τους κανόνες και την αυλή για όλους"),
    "de": (
        "Artikel",
        "Artikel",
        "die Mitglieder des Vereins halten die Regeln und den Hof für alle",
    ),
    "fr": ("Article", "article", "les membres du club gardent les règles et la cour pour tous"),
    "it": (
        "Articolo",
        "articolo",
        "i membri della società tengono le regole e il cortile per tutti",
    ),
}
_REFERENCES = {
    "en": ("article", "paragraph"),
    "el": ("άρθρο", "παράγραφος"),
    "de": ("Artikel", "Absatz"),
    "fr": ("article", "paragraphe"),
    "it": ("articolo", "paragrafo"),
}
_SETTINGS = """
[code]
id = "club-rules"
authority = "aa-club"
authoritative = "{first}"

[code.titles]
{titles}

[law_words.en]
law = "article"
laws = "articles"

[law_words.fr]
loi = "article"
lois = "articles"

[law_words.el]
"νόμος" = "άρθρο"
"νόμου" = "άρθρου"
"νόμο" = "άρθρο"

[[organizations]]
id = "club"
name = "The club"

[[levels]]
name = "article"
numbering = "arabic"
printed = "{{}}."
written = "{{}}"

[[levels]]
name = "paragraph"
numbering = "arabic"
printed = "{{}}."
written = "({{}})"

[[editions]]
id = "2020"
date = "2020-03-01"
by = "club"
laws = 40

[[sources]]
name = "files"
title = "The files of the club"
"""
_LEVELS = """
[references.{tag}.levels.paragraph]
words = ["{word}"]
"""


def article(tag: str, number: object, *paragraphs: str, title: str = "") -> str:
    """One article with its numbered paragraphs; without any it has two, of plain words."""
    word, _, words = _WORDS[tag]
    texts = paragraphs or (f"{words}.", f"{words} {number}.")
    numbered = (f"{n}. {text[:1].upper()}{text[1:]}" for n, text in enumerate(texts, 1))
    return "\n\n".join((f"{word} {number} {title}".strip(), *numbered))


def act(tag: str, numbers: object = range(1, 5)) -> str:
    """The articles of a language."""
    return "\n\n".join(article(tag, n) for n in numbers) + "\n"  # type: ignore[attr-defined]


def small_act(folder: Path, languages: tuple[str, ...] = LANGUAGES, suffix: str = "txt") -> Path:
    """A corpus with a page for each language, not read yet."""
    corpus = folder / "corpus"
    (corpus / "sources" / "files").mkdir(parents=True)
    titles = "\n".join(f'{tag} = "Rules of the club"' for tag in languages)
    settings = [_SETTINGS.format(first=languages[0], titles=titles)]
    for tag in languages:
        settings.append(_LEVELS.format(tag=tag, word=_REFERENCES[tag][1]))
        settings.append(
            f'[[expressions]]\nedition = "2020"\nlanguage = "{tag}"\n'
            'date = "2020-03-01"\nby = "club"\nnotice = "Made for a test."\n'
        )
    for tag in languages:
        settings.append(
            f'[[sources.pages]]\npattern = "act_{tag}"\nedition = "2020"\n'
            f'languages = ["{tag}"]\nkind = "laws"\n'
        )
        page_of(corpus, tag, suffix).write_text(act(tag), "utf-8")
    order = sorted(settings, key=lambda part: "[[sources" in part)
    (corpus / "corpus.toml").write_text("\n".join(order), "utf-8")
    return corpus


def page_of(corpus: Path, tag: str, suffix: str = "txt") -> Path:
    """The page of a language."""
    return corpus / "sources" / "files" / f"act_{tag}.{suffix}"


def held(corpus: Path, tag: str = "*") -> dict[str, bytes]:
    """The XML files of a corpus, in one language or all, by name of language and file."""
    files = sorted(corpus.glob(f"laws/2020/{tag}/*.xml"))
    return {f"{file.parent.name}/{file.name}": file.read_bytes() for file in files}
