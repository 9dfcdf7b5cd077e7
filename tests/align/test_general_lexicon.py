"""The general lexicons as they are shipped, and what the checked texts add to them."""

import gzip
import tomllib
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.align.association import Partner, WordPair, general_partners, learn_association
from lawkb.words.tokens import read_words
from tests.corpus_files import CASES

FOLDER = Path(__file__).parents[2] / "lawkb" / "languages" / "lexicons"
FILES = sorted(FOLDER.iterdir())
EXPECTED = tomllib.loads((CASES / "general-lexicons.toml").read_text(encoding="utf-8"))
WORDS = [(tag, *words) for tag, case in EXPECTED.items() for words in case["words"].items()]
LANGUAGES = ("en", "el", "fr", "it", "de")
SURE = {"file": Partner(frozenset({"αρχει"}), 0.95)}
OTHERS: list[WordPair] = [({"deal": 1}, {"διανομ": 1})] * 3


def _stem(word: str, tag: str) -> str:
    return read_words(word, tag)[0].stem


# ---- the files


def test_every_ordered_pair_of_the_whole_languages_has_a_lexicon() -> None:
    wanted = {f"{one}-{other}.tsv.gz" for one, other in permutations(LANGUAGES, 2)}
    assert {file.name for file in FILES} == wanted


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_is_sorted_and_each_line_has_a_stem_a_percentage_and_stems(file: Path) -> None:
    rows = [line.split("\t") for line in gzip.decompress(file.read_bytes()).decode().splitlines()]
    stems = [stem for stem, _, _ in rows]
    assert stems == sorted(set(stems))
    assert all(1 <= int(percent) <= 97 for _, percent, _ in rows)
    for stem, _, partners in rows:
        found = partners.split(" ")
        assert all(each and each == each.strip() for each in (stem, *found))
        assert len(found) == len(set(found))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_does_not_depend_on_the_time_it_was_written(file: Path) -> None:
    assert file.read_bytes()[4:8] == bytes(4)  # modification time in the header of gzip


@pytest.mark.parametrize(("tag", "english", "word"), WORDS)
def test_a_word_has_the_translation_that_translators_expect(
    tag: str, english: str, word: str
) -> None:
    ours, theirs = _stem(english, "en"), _stem(word, tag)
    assert theirs in general_partners([ours], ("en", tag))[ours].words
    assert ours in general_partners([theirs], (tag, "en"))[theirs].words


def test_languages_without_a_lexicon_find_nothing() -> None:
    assert general_partners(["file"], ("en", "fi")) == {}
    assert general_partners(["file"], ("en", "en")) == {}


def test_a_stem_that_the_lexicon_lacks_is_left_out() -> None:
    assert general_partners(["zzzz"], ("en", "el")) == {}


# ---- what the checked texts add


def test_a_general_counterpart_is_evidence_where_the_texts_have_too_few_pairs() -> None:
    once: WordPair = ({"file": 1}, {"φακελ": 1})
    assert learn_association([once, *OTHERS]).partner("file", once) is None
    partner = learn_association([once, *OTHERS], general=SURE).partner("file", once)
    assert partner
    assert partner.words == {"αρχει"}
    assert partner.reliability > 0.8


def test_the_more_reliable_a_general_counterpart_is_the_stronger_the_evidence() -> None:
    shares = (0.1, 0.3, 0.5, 0.7, 0.9)
    general = {f"w{share}": Partner(frozenset({f"v{share}"}), share) for share in shares}
    found = learn_association(OTHERS, general=general).partners(general, None)
    reliabilities = [found[word].reliability for word in general]
    assert reliabilities == sorted(set(reliabilities))


def test_a_general_counterpart_loses_reliability_where_these_texts_translate_otherwise() -> None:
    otherwise: list[WordPair] = [({"file": 1}, {f"v{number}": 1}) for number in range(12)]
    before = learn_association(OTHERS, general=SURE).partner("file", None)
    after = learn_association([*OTHERS, *otherwise], general=SURE).partner("file", None)
    assert before
    assert after
    assert after.words == before.words
    assert after.reliability < before.reliability / 2


def test_a_counterpart_of_these_texts_is_added_to_the_general_one() -> None:
    own: list[WordPair] = [({"file": 1}, {"φακελ": 1})] * 6
    partner = learn_association([*OTHERS, *own], general=SURE).partner("file", own[0])
    assert partner
    assert partner.words == {"αρχει", "φακελ"}


def test_general_words_that_these_texts_seldom_translate_so_make_all_like_them_less_reliable() -> (
    None
):
    general = {f"w{at}": Partner(frozenset({f"v{at}"}), 0.9) for at in range(41)}
    otherwise: list[WordPair] = [({f"w{at}": 1}, {"x": 1}) for at in range(40)]
    before = learn_association(OTHERS, general=general).partner("w40", None)
    after = learn_association([*OTHERS, *otherwise], general=general).partner("w40", None)
    assert before
    assert after
    assert after.reliability < 0.6 * before.reliability


@pytest.mark.parametrize("elsewhere", [0, 1, 2, 5])
def test_a_pair_does_not_count_in_the_evidence_on_itself(elsewhere: int) -> None:
    general = {f"w{at}": Partner(frozenset({f"v{at}"}), 0.9) for at in range(200)}
    many: list[WordPair] = [({f"w{at}": 1}, {f"v{at}": 1}) for at in range(200)]
    free: list[WordPair] = [({"file": 1}, {f"x{at}": 1}) for at in range(elsewhere)]
    found = []
    for own in (({"file": 1}, {"αρχει": 1}), ({"file": 1}, {"y": 1})):
        pairs = [own, *many, *free]
        found.append(learn_association(pairs, general=general | SURE).partner("file", own))
    there, missing = found
    assert there
    assert missing
    assert there.words == missing.words
    assert there.reliability == pytest.approx(missing.reliability, abs=0.01)


def test_a_pair_does_not_decide_whether_a_counterpart_counts_as_learned() -> None:
    # With this pair the word and its counterpart are in two pairs, without it in one: too few.
    general = {f"w{at}": Partner(frozenset({f"v{at}"}), 0.9) for at in range(200)}
    many: list[WordPair] = [({f"w{at}": 1}, {f"v{at}": 1}) for at in range(200)]
    once: WordPair = ({"file": 1}, {"αρχει": 1})
    found = []
    for own in (once, ({"file": 1}, {"y": 1})):
        association = learn_association([own, once, *many], general=general | SURE)
        found.append(association.partner("file", own))
    there, missing = found
    assert there
    assert missing
    assert there.reliability == pytest.approx(missing.reliability, abs=0.01)


WORD_COUNTS = st.dictionaries(st.sampled_from("abc"), st.integers(1, 3), max_size=3)
GENERAL = st.dictionaries(
    st.sampled_from("abc"),
    st.builds(
        Partner,
        st.frozensets(st.sampled_from("abcd"), min_size=1),
        st.integers(1, 97).map(lambda percent: percent / 100),
    ),
)


@given(st.lists(st.tuples(WORD_COUNTS, WORD_COUNTS), max_size=8), GENERAL)
def test_every_general_counterpart_is_kept_and_none_is_certain(
    pairs: list[WordPair], general: dict[str, Partner]
) -> None:
    association = learn_association(pairs, general=general)
    for own in (None, *pairs):
        found = association.partners(general if own is None else general.keys() & own[0], own)
        for word, partner in found.items():
            assert partner.words >= general[word].words
            assert 0 < partner.reliability <= 0.98
            assert 0 < partner.chance <= 0.9
        assert own is not None or found.keys() == general.keys()
