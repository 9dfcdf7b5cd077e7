import re
from pathlib import Path

import pytest

from lawkb.corpus.corpus_toml import read_outline, read_sources
from lawkb.corpus.decision_files import read_patches, read_settlements, read_waivers
from lawkb.corpus.editorial_settings import read_checklist
from lawkb.corpus.laws import find_corpus
from lawkb.errors import LawkbError
from lawkb.model.address import Counting, Insert
from lawkb.model.language import language_codes, read_language
from lawkb.model.source import PageRule
from tests.corpus_files import CORPUS


def toml() -> str:
    return (CORPUS / "corpus.toml").read_text(encoding="utf-8")


def wordless() -> str:
    """The same without words of its own for references."""
    return re.sub(r"^\[references\.[^#]*?(?=^\[\[)", "", toml(), flags=re.MULTILINE)


def corpus_with(folder: Path, old: str, new: str) -> Path:
    assert old in toml()
    (folder / "corpus.toml").write_text(toml().replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('authoritative = "en"', 'authoritative = "xx"', "no file"),
        ('numbering = "upper"', 'numbering = "greek"', "numbering"),
        ('written = "({})"', 'written = "()"', "no place for the label"),
        ("furniture = [", "furniture = [" + '"a", ' * 1000, "texts: at most 1000"),
        ("furniture = [", f"furniture = ['{65_536 * 'a'}', ", "characters: at most 65536"),
        ("laws = 93", "laws = 0", "laws"),
        ("most = 10", "most = 0", "1 or more"),
        ("most = 10", 'inserts = ["primes"]', "inserts"),
        ("most = 10", 'inserts = ["letters", "latin"]', "choose one of them"),
        ('name = "letter"', 'name = "letter"\ninserts = ["letters"]', "what letter has inserted"),
        ("most = 10", 'most = "ten"', "whole number"),
        ("laws = 93", 'laws = "93"', "whole number"),
        ('date = "2017-01-01"', 'date = "1.1.2017"', "date"),
        ('by = "wbf"', 'by = "nobody"', "not listed"),
        ('edition = "2017"', 'edition = "2018"', "not listed"),
        ('pattern = "law_{law}"', 'pattern = "law"', "names no law"),
        ('languages = ["el", "en"]', 'languages = ["el", "it"]', "no expression"),
        ('"• από {user}"', '"• από {anybody}"', "unknown"),
        ('id = "duplicate-bridge"', 'id = "../../etc"', "letters, digits"),
        ("[code]", "[code", "TOML"),
        ("[code]", f"{'a.' * 256}a = 1\n[code]", "a key of more than 256 parts"),
        ('title = "Wiki of the Greek translation"', "", "title is missing"),
        ('zone = "Europe/Athens"', 'zone = "Europe/Athen"', "is no time zone"),
        ('zone = "Europe/Athens"', 'zone = "../../etc/passwd"', "is no time zone"),
        ('zone = "Europe/Athens"', 'zone = "Europe"', "is no time zone"),
        ('zone = "Europe/Athens"', "zone = 2", "a text"),
        (
            'notice = "T',
            "official_text.url = 'javascript:alert(1)'\nnotice = \"T",
            "no https or http URL",
        ),
        ('notice = "T', "official_text.url = 'http:'\nnotice = \"T", "no https or http URL"),
        ('notice = "T', "official_text.name = 'x'\nnotice = \"T", "url is missing"),
        ('in_force = "2017-09-30"', "in_force = 'soon'", "a date such as"),
        (
            'notice = "T',
            "official_text.url = 'mailto:a@b.org'\nnotice = \"T",
            "no https or http URL",
        ),
        (
            'notice = "T',
            "official_text.url = 'https://{law}.org/'\nnotice = \"T",
            "no https or http URL",
        ),
        (
            'notice = "T',
            "official_text.url = 'https://a@b.org/'\nnotice = \"T",
            "no https or http URL",
        ),
        (
            'notice = "T',
            "official_text.url = 'https://b.org/{page}'\nnotice = \"T",
            "{page} in a URL is unknown",
        ),
        (
            'notice = "T',
            "official_text.url = 'https://b.org/{law'\nnotice = \"T",
            "{ in a URL is unknown",
        ),
        ("[code]", "[site]\ncorrection = 'data:text/html,x'\n[code]", "https, http or mailto"),
        ("[code]", "[site]\ncorrection = 'mailto:?body={text}'\n[code]", "https, http or mailto"),
        ("[code]", "[site]\ncorrection = 'mailto:{page}@b.org'\n[code]", "https, http or mailto"),
        ("[code]", "[site]\ncorrection = 'https://b.org/{words}'\n[code]", "there are {law}"),
        ("[code]", "[site]\ncorections = 'https://b.org/'\n[code]", "did you mean correction"),
    ],
)
def test_a_wrong_corpus_toml_is_told_in_three_lines(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    folder = corpus_with(tmp_path, old, new)
    with pytest.raises(LawkbError) as caught:
        read_sources(folder, read_outline(folder))
    lines = str(caught.value).split("\n")
    assert len(lines) == 3
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ("[references.xx]\n", "no file"),
        ("[references.en]\nlaws = []\n", "laws is unknown; did you mean law?"),
        ('[references.en]\nlaw = ["art.", 2]\n', "law 2 is not a text"),
        ("[references.en.levels.section]\n", "no level of the code"),
        ('[references.en.levels.number]\nword = ["no."]\n', "word is unknown; did you mean words?"),
        ('[references.en.levels.law]\nwords = ["rule"]\n', "write them in law"),
        ('[references.en.subparagraph]\nnumbering = "greek"\n', "numbering 'greek' is unknown"),
        ('[references.en.subparagraph]\nof = "paragraph"\n', "no level of the code"),
        ("[references.en.subparagraph]\nordinals = [1]\n", "ordinals 1 is not a text"),
        ("[references]\nen = 2\n", "a table"),
    ],
)
def test_wrong_words_of_a_code_are_told_in_three_lines(
    tmp_path: Path, added: str, said: str
) -> None:
    (tmp_path / "corpus.toml").write_text(f"{wordless()}\n{added}", encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        read_outline(tmp_path)
    assert len(str(caught.value).split("\n")) == 3
    assert said in str(caught.value)


@pytest.mark.parametrize("tag", language_codes())
def test_a_code_may_add_to_every_list_of_words_of_a_language(tmp_path: Path, tag: str) -> None:
    own = read_language(tag).tables["references"]
    lists = [key for key, value in own.items() if isinstance(value, list)]
    added = "".join(f'{key} = ["x"]\n' for key in lists)
    (tmp_path / "corpus.toml").write_text(
        f"{wordless()}\n[references.{tag}]\n{added}", encoding="utf-8"
    )
    assert sorted(read_outline(tmp_path).references[tag]) == sorted(lists)


def test_the_words_of_a_code_stand_behind_those_of_its_language(tmp_path: Path) -> None:
    added = '[references.en]\nlaw = ["canon"]\n[references.en.levels.number]\nwords = ["no."]\n'
    (tmp_path / "corpus.toml").write_text(f"{wordless()}\n{added}", encoding="utf-8")
    outline = read_outline(tmp_path)
    words = outline.language("en").tables["references"]
    assert [words["law"][0], words["law"][-1]] == ["law", "canon"]
    assert words["levels"][2]["words"] == ["no."]
    assert "levels" not in outline.language("el").tables["references"]


def test_a_code_has_one_language_of_a_tag_with_its_own_words() -> None:
    outline = read_outline(CORPUS)
    assert outline.language("en") is outline.language("en")
    assert "of duplicate bridge" in outline.language("en").tables["references"]["filler"]
    assert outline == read_outline(CORPUS)


def test_a_level_may_say_how_high_it_goes() -> None:
    assert [level.most for level in read_outline(CORPUS).scheme.levels] == [
        *(None, None, 10, None, None)
    ]


def test_a_level_says_how_inserted_provisions_are_numbered(tmp_path: Path) -> None:
    folder = corpus_with(tmp_path, "most = 10", 'most = 10\ninserts = ["letters", "decimals"]')
    inserts = [level.inserts for level in read_outline(folder).scheme.levels]
    assert inserts == [(), (), ("letters", "decimals"), (), ()]
    assert not any(level.inserts for level in read_outline(CORPUS).scheme.levels)


PARTS = '[[series.divisions]]\nname = "part"'
ANNEX = f"""
[[series]]
name = "annex"

{PARTS}

[[series.levels]]
name = "point"
numbering = "arabic"
printed = "{{}}."
written = "({{}})"

[[series.levels]]
name = "subpoint"
numbering = "arabic"
printed = ["{{above}}.{{}}.", "{{above}}.{{}}"]
written = "({{}})"
"""


def test_an_annex_may_have_parts_and_levels_of_its_own(tmp_path: Path) -> None:
    outline = read_outline(corpus_with(tmp_path, "[[organizations]]", f"{ANNEX}[[organizations]]"))
    (annex,) = outline.scheme.series
    assert [(each.name, each.numbering, each.is_division) for each in annex.levels] == [
        ("part", "upper", True),
        ("point", "arabic", False),
        ("subpoint", "arabic", False),
    ]
    assert [each.repeats_above for each in annex.levels] == [False, False, True]


def test_an_annex_with_parts_has_the_levels_of_the_laws_in_them(tmp_path: Path) -> None:
    added = '[[series]]\nname = "annex"\n[[series.divisions]]\nname = "part"\nnumbering = "roman"\n'
    outline = read_outline(corpus_with(tmp_path, "[[organizations]]", f"{added}[[organizations]]"))
    part, *others = outline.scheme.series[0].levels
    assert (part.numbering, others) == ("roman", [*outline.scheme.levels[1:]])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "part"', 'name = "page"', "name 'page' is unknown"),
        ('name = "part"', 'name = "part"\nnumbering = "lower"', "numbering 'lower' is unknown"),
        (f"{PARTS}\n", f"{PARTS}\n{PARTS}\n", "'part' is there twice"),
        ('printed = "{}."', 'printed = "{above}.{}."', "no level above it"),
        ('"{}."', '"{}."\ninserts = ["decimals"]', "cannot be told from what point has inserted"),
        ('written = "({})"', 'written = "({above}.{})"', "{above} in a template is unknown"),
        ('printed = "{}."', 'printed = "{below}.{}."', "{below} in a template is unknown"),
        ('name = "annex"', 'name = "recitals"', "divisions of recitals are not read"),
        ('numbering = "arabic"', 'numbering = "multilevel"', "numbering 'multilevel' is unknown"),
    ],
)  # fmt: skip
def test_wrong_levels_of_an_annex_are_told_in_three_lines(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    annex = ANNEX.replace(old, new, 1)
    folder = corpus_with(tmp_path, "[[organizations]]", f"{annex}[[organizations]]")
    with pytest.raises(LawkbError) as caught:
        read_outline(folder)
    assert len(str(caught.value).split("\n")) == 3
    assert said in str(caught.value)


def test_an_annex_has_no_more_levels_than_the_profile(tmp_path: Path) -> None:
    point = ANNEX[
        ANNEX.index("[[series.levels]]") : ANNEX.index('[[series.levels]]\nname = "subpoint')
    ]
    folder = corpus_with(tmp_path, "[[organizations]]", f"{ANNEX}{point * 4}[[organizations]]")
    with pytest.raises(LawkbError, match="are 6: the XML profile has 5 inside an annex"):
        read_outline(folder)


def test_a_label_may_be_printed_in_several_ways(tmp_path: Path) -> None:
    folder = corpus_with(tmp_path, 'printed = "({})"', 'printed = ["({})", "{})"]')
    point = read_outline(folder).scheme.levels[3]
    assert (point.printed, point.also_printed) == ("({})", ("{})",))


@pytest.mark.parametrize("printed", ["[]", '["({})", "()"]', "[1]"])
def test_a_list_of_labels_is_checked_too(tmp_path: Path, printed: str) -> None:
    folder = corpus_with(tmp_path, 'printed = "({})"', f"printed = {printed}")
    with pytest.raises(LawkbError, match="printed"):
        read_outline(folder)


def test_an_address_has_one_writing(tmp_path: Path) -> None:
    folder = corpus_with(tmp_path, 'written = "({})"', 'written = ["({})"]')
    with pytest.raises(LawkbError, match="written is not a text"):
        read_outline(folder)


def test_a_folder_without_a_corpus_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(LawkbError, match="no corpus"):
        find_corpus(tmp_path)
    with pytest.raises(LawkbError, match="cannot be read"):
        read_outline(tmp_path)


def test_the_nearest_corpus_upwards_is_found(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "corpus.toml").touch()
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert find_corpus(below) == tmp_path / "corpus"
    assert find_corpus(tmp_path / "corpus") == tmp_path / "corpus"


def test_a_page_id_gives_its_law_only_when_the_whole_id_fits() -> None:
    rule = PageRule("law_{law}", "2017", ("el",))
    assert rule.law("law_57") == 57
    assert rule.law("law_999999") == 999_999
    for odd in ("law_", "law_57b", "xlaw_57", "law_0", "law_٥٧", "law_1000000", "law_57.txt"):
        assert rule.law(odd) is None


@pytest.mark.parametrize(
    ("inserts", "page", "law"),
    [
        (("letters",), "law_12a", "12a"),
        (("capitals",), "law_12A", "12a"),
        (("letters",), "law_4bis", "4a"),
        (("latin",), "law_4-bis", "4a"),
        (("capitals",), "law_12Α", "12a"),  # a Greek Α
        (("decimals",), "law_5.1", "5-1"),
        (("decimals",), "law_5-1", "5-1"),
        (("decimals",), "law_5a", "None"),
        (("letters",), "law_5-1", "None"),
        ((), "law_12a", "None"),
        ((), "law_5.1", "None"),
        (("letters",), "law_12abc", "None"),
        (("letters",), "law_0a", "None"),
    ],
)
def test_a_page_id_gives_the_number_of_an_inserted_law(
    inserts: tuple[Insert, ...], page: str, law: str
) -> None:
    rule = PageRule("law_{law}", "2017", ("el", "en"), counting=Counting("arabic", inserts))
    assert str(rule.law(page)) == law


def test_the_patches_of_the_corpus_say_why_who_and_when() -> None:
    patches = read_patches(CORPUS, read_outline(CORPUS))
    assert len(patches) == 18
    assert all(p.reason and p.author and p.date and p.origin for p in patches)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('field = "heading"', 'field = "body"', "unknown"),
        ('place = "14"', 'place = "14?"', "not the address"),
        ('new = "Missing Card"', 'new = ""', "does not fit"),
        ('origin = "', 'oriign = "none"\norigin = "', "did you mean origin?"),
    ],
)
def test_a_wrong_patch_is_told_in_three_lines(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = (CORPUS / "patches" / "titles.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "patches").mkdir()
    (tmp_path / "patches" / "titles.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LawkbError, match=said) as caught:
        read_patches(tmp_path, read_outline(CORPUS))
    assert len(str(caught.value).split("\n")) == 3


def test_a_source_without_a_zone_has_the_clock_of_utc(tmp_path: Path) -> None:
    folder = corpus_with(tmp_path, 'zone = "Europe/Athens"\n', "")
    named = read_sources(CORPUS, read_outline(CORPUS))
    unnamed = read_sources(folder, read_outline(folder))
    assert [source.zone for source in named] == ["Europe/Athens", "UTC"]
    assert [source.zone for source in unnamed] == ["UTC", "UTC"]


def test_every_fault_of_a_corpus_toml_is_told_at_once_with_its_place(tmp_path: Path) -> None:
    text = toml().replace("zone =", "zoen =").replace('numbering = "upper"', 'numbering = "greek"')
    text = text.replace('id = "2007"', 'id = "20/07"').replace('authority = "aa-wbf"', "")
    text = text.replace('pattern = "articolo_{law}"', 'pattern = "articolo"')
    (tmp_path / "corpus.toml").write_text(f"{text}\n[levles]\na = 1\n", encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        read_outline(tmp_path)
    assert str(caught.value).split("\n")[1:] == [
        "  [code]: authority is missing",
        "  [[levels]] 2: numbering 'greek' is unknown, it is one of "
        "'arabic', 'upper', 'lower', 'roman' or 'doubled'",
        "  [[editions]] 2: id '20/07' is not of letters, digits, - and _",
        "  [[sources]] 1: zoen is unknown; did you mean zone?",
        "  [[sources]] 2 [[pages]] 1: pattern 'articolo' names no law: write {law} once",
        "  levles is unknown; did you mean levels?",
        "  [[expressions]] 3: edition '2007' is not listed: add [[editions]]",
        "  hint: correct these 7 there",
    ]


def test_an_empty_corpus_toml_says_at_once_what_it_must_hold(tmp_path: Path) -> None:
    (tmp_path / "corpus.toml").touch()
    with pytest.raises(LawkbError) as caught:
        read_outline(tmp_path)
    needed = {
        "code": "id, authority, authoritative, titles",
        "levels": "name, numbering, printed, written",
        "editions": "id, date, by, laws",
        "expressions": "edition, language, date, by, notice",
    }
    missing = [f"  {key} is missing; it needs {keys}" for key, keys in needed.items()]
    assert str(caught.value).split("\n")[1:-1] == missing


def test_a_time_zone_is_told_with_the_other_faults_and_a_date_is_to_be_quoted(
    tmp_path: Path,
) -> None:
    text = toml().replace("Europe/Athens", "Mars/Olympus").replace('"2017-01-01"', "2017-01-01")
    (tmp_path / "corpus.toml").write_text(text, encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        read_outline(tmp_path)
    assert "date is not a text: write it in quotation marks" in str(caught.value)
    assert "zone 'Mars/Olympus' is no time zone" in str(caught.value)


def test_a_code_without_a_title_in_its_original_language_is_told(tmp_path: Path) -> None:
    titles = re.sub(r"(?m)^en = .*", 'de = "Regeln"', toml(), count=1)
    assert titles != toml()
    (tmp_path / "corpus.toml").write_text(titles, encoding="utf-8")
    with pytest.raises(LawkbError, match=r"\[code\.titles\]: en is missing: the title in the"):
        read_outline(tmp_path)


ENTRIES = {
    "waivers.toml": (read_waivers, "[[waivers]]\nfingerprnt = 'x'\nrule = 1\n", "fingerprint"),
    "comments.toml": (read_settlements, "[[comments]]\nresaon = 'x'\nstatus = 'no'\n", "reason"),
    "checklist.toml": (read_checklist, "[[patterns]]\nmesage = 'x'\npattern = '('\n", "message"),
}


@pytest.mark.parametrize("name", ENTRIES)
def test_an_unknown_key_of_an_editors_file_is_refused_with_the_one_that_was_meant(
    tmp_path: Path, name: str
) -> None:
    read, text, meant = ENTRIES[name]
    (tmp_path / name).write_text(f"{text}[[others]]\n", encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        read(tmp_path)
    said = str(caught.value)
    assert f"did you mean {meant}?" in said and f"{meant} is missing" in said
    assert "others is unknown" in said
    assert len(said.split("\n")) > 5  # all of them at once
