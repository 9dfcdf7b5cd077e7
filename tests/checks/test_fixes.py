"""What ``check --fix`` writes: no fix makes a finding of its own rule, and correct words stay."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from lawkb.checks.rule_list import RULES
from lawkb.checks.runner import check_code
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.model.finding import Finding
from tests.checks.made_codes import code_of

FIXABLE = [rule for rule in RULES if rule.fixable]
LANGUAGES = ("el", "fr", "de", "it")
# Words and signs that the fixable rules read, right and wrong, to be put together at random.
PARTS = """
Kοινή Τhe Mᵐᵉ nᵒ XIXᵉ CO₂ m² µg μA 5 MΩ kΩ ΔT λmax γ-GT dB(A) A Α 3ª 1º ο o και kαι του τoυ
των των και και è è la la le the that that RHO's RHO’s l'acte l’acte 'fee' "fee" «τέλος» “fee”
‘fee’ τέλος , . ; : · ! ? ( ) [ ] … – Law Νόμος 47E 16B1 16Β1 16Γ Loi Artikel παρ. Std. usw.
""".split()
PARTS += ["κοι\u00adνή", "μορ\u200b", "le\u0301gal", "π.Χ.", "\ufeffΟ"]
GLUE = st.sampled_from(["", " ", " ", " ", "  ", "\u00a0", "\n"])
TEXTS = st.lists(st.tuples(st.sampled_from(PARTS), GLUE), min_size=1, max_size=9).map(
    lambda parts: "".join(word + glue for word, glue in parts)
)


def found(language: str, original: str, translation: str) -> Sequence[Finding]:
    code = code_of(original, translation, language)
    return check_code(code, EditorialSettings(), FIXABLE)


@settings(max_examples=60, deadline=None)
@given(language=st.sampled_from(LANGUAGES), original=TEXTS, translation=TEXTS)
def test_a_fix_takes_away_a_finding_of_its_rule_and_makes_none(
    language: str, original: str, translation: str
) -> None:
    texts = {"en": original, language: translation}
    before = found(language, *texts.values())
    counts = Counter((each.rule, each.language) for each in before)
    for each in before:
        if each.fix is None:
            continue
        assert each.fix.new != each.fix.old
        fixed = texts[each.language].replace(each.fix.old, each.fix.new)
        after = found(language, *(texts | {each.language: fixed}).values())
        assert (
            sum(f.rule == each.rule and f.language == each.language for f in after)
            < counts[each.rule, each.language]
        ), (each.message, texts, fixed)


@settings(max_examples=40, deadline=None)
@given(language=st.sampled_from(LANGUAGES), original=TEXTS, translation=TEXTS)
def test_fixes_come_to_an_end(language: str, original: str, translation: str) -> None:
    texts = {"en": original, language: translation}
    for _ in range(60):
        told = found(language, *texts.values())
        first = next(((each.language, each.fix) for each in told if each.fix), None)
        if first is None:
            return
        tag, fix = first
        texts[tag] = texts[tag].replace(fix.old, fix.new)
    raise AssertionError(texts)
