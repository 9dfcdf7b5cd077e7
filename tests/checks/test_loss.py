from dataclasses import replace
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from lawkb.align.association import learn_association
from lawkb.checks.checked_laws import CheckedLaws
from lawkb.checks.learning import learn_rules, pair_code
from lawkb.checks.omission.features import TextFeatures, read_features
from lawkb.checks.omission.loss_model import (
    LossModel,
    count_losses,
    fit_weights,
    learn_words,
    log_odds,
    probability,
)
from lawkb.checks.omission.lost_words import count_signs, gaps, habits_by_signs
from lawkb.checks.omission.weights_and_threshold import Sample, calibrate
from lawkb.corpus.editorial_settings import EditorialSettings
from tests.corpus_files import bridge_code


@cache
def translated() -> CheckedLaws:
    (found,) = pair_code(bridge_code()).values()
    return found


@cache
def learned_losses() -> LossModel:
    return learn_rules(bridge_code(), EditorialSettings(), translated(), ())[0].loss


LOST = {"20E", "20F1", "20F2"}


@cache
def clean_pairs() -> list[tuple[TextFeatures, TextFeatures]]:
    return [
        (read_features(text.original), read_features(text.translation))
        for law in translated()
        for text in law.texts
        if text.place not in LOST and len(read_features(text.translation).tokens) > 3
    ]


def _learned(pairs: list[tuple[TextFeatures, TextFeatures]]) -> LossModel:
    return learn_words(count_losses(pairs), [(a.counts, b.counts) for a, b in pairs])


def _smallness(pairs: list[tuple[TextFeatures, TextFeatures]]) -> float:
    return habits_by_signs(count_signs(pairs)).small


def test_no_clean_pair_of_the_pages_seems_to_have_lost_words() -> None:
    model = learned_losses()
    assert [p for p in clean_pairs() if model.judge(*p).probability >= model.threshold] == []


def _counted(model: LossModel, ours: TextFeatures, theirs: TextFeatures) -> LossModel:
    """Return the model for a pair that was counted before words were removed from it."""
    return replace(model, counted=(ours.counts, theirs.counts))


def test_losses_are_found_more_often_the_larger_they_are() -> None:
    """The bars of the translator's desk, every loss of a size tried at four places."""
    rates = []
    for share in (0.1, 0.2, 0.3, 0.4, 0.5):
        found = tried = 0
        for ours, theirs in clean_pairs():
            model = _counted(learned_losses(), ours, theirs)
            size = len(theirs.tokens)
            lost = max(1, round(share * size))
            for first in {0, (size - lost) // 3, 2 * (size - lost) // 3, size - lost}:
                cut = theirs.without(first, first + lost)
                chance = model.judge(ours, cut).probability
                found += chance >= learned_losses().threshold
                tried += 1
        rates.append(found / tried)
    assert rates == sorted(rates)
    assert all(rate >= bar for rate, bar in zip(rates, (0.25, 0.6, 0.85, 0.95, 0.99), strict=True))


@given(st.deferred(lambda: st.sampled_from(clean_pairs())), st.data())
def test_a_judgement_is_a_probability_and_what_was_lost_lies_in_the_original(
    pair: tuple[TextFeatures, TextFeatures], data: st.DataObject
) -> None:
    ours, theirs = pair
    first = data.draw(st.integers(0, len(theirs.tokens) - 2))
    last = data.draw(st.integers(first + 1, len(theirs.tokens) - 1))
    for model in (learned_losses(), LossModel.untaught()):
        cut = theirs.without(first, last)
        known = _counted(model, ours, theirs)
        assert 0.0 <= known.judge(ours, cut).probability <= 1.0
        lost = model.lost(ours, cut)
        assert lost is None or 0 <= lost.first < lost.last <= len(ours.tokens)
        assert lost is None or 0 <= lost.low <= lost.high <= len(cut.tokens)


def test_a_pair_is_judged_by_the_others_only() -> None:
    told = [({"card": 1}, {"φυλλ": 1})] * 2 + [({"deal": 1}, {"διανομ": 1})] * 4
    found = learn_association(told)
    assert found.partner("card", told[0]) is None
    partner = found.partner("deal", told[-1])
    assert partner and partner.words == {"διανομ"}


@given(st.lists(st.tuples(st.floats(-3, 3), st.booleans()), max_size=30))
def test_weights_are_finite_whatever_the_cases(cases: list[tuple[float, bool]]) -> None:
    fitted = fit_weights([((1.0, x), positive, 1.0) for x, positive in cases], (0.0, 0.0), 1.0)
    assert all(abs(weight) < 100 for weight in fitted)
    assert 0.0 <= probability(log_odds(fitted, (1.0, 3.0))) <= 1.0


@given(st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.booleans()), max_size=30))
def test_the_fitted_weights_are_where_the_likelihood_has_its_top(
    cases: list[tuple[float, float, bool]],
) -> None:
    near, hold = (0.5, -0.5, 1.0), 40.0  # as the models hold theirs
    told = [((1.0, a, b), positive, 0.5) for a, b, positive in cases]
    fitted = fit_weights(told, near, hold)
    for at, weight in enumerate(fitted):
        slope = hold * (near[at] - weight)
        for values, positive, counts in told:
            slope += counts * (positive - probability(log_odds(fitted, values))) * values[at]
        assert abs(slope) < 1e-3


def test_weights_part_what_can_be_parted() -> None:
    cases = [((1.0, float(x)), x > 0, 1.0) for x in range(-5, 6)]
    fitted = fit_weights(cases, (0.0, 0.0), 0.1)
    assert probability(log_odds(fitted, (1.0, 4.0))) > 0.9
    assert probability(log_odds(fitted, (1.0, -4.0))) < 0.1


def test_a_small_beginning_and_a_lost_end_are_seen_where_words_are_taken_out() -> None:
    ours, theirs = next(p for p in clean_pairs() if p[1].ends_marked and not p[1].begins_small)
    size = len(theirs.tokens)
    assert not theirs.without(size - 1, size).ends_marked
    assert theirs.without(0, 1).begins_small == theirs.tokens[1].small
    assert learned_losses().judge(ours, theirs).probability < learned_losses().threshold


def test_every_word_without_a_link_lies_in_one_gap_on_either_side() -> None:
    for ours, theirs in clean_pairs():
        linked = learned_losses().links(ours, theirs)
        found = list(gaps(ours, theirs, linked))
        left = [at for gap in found for at in range(gap.first, gap.last)]
        right = [at for gap in found for at in range(gap.low, gap.high)]
        assert left == sorted(set(left))
        assert right == sorted(set(right))
        assert {at for at, other in enumerate(linked.to) if other is None} <= set(left)


def test_what_a_translator_always_does_is_no_sign_of_a_loss() -> None:
    """Every translation begins small and ends without a mark: nothing seems lost for that."""
    pairs = [(ours, _small_and_unmarked(theirs)) for ours, theirs in clean_pairs()]
    assert _smallness(pairs) > 10 * _smallness(clean_pairs())
    samples = [Sample(str(n % 5), *pair) for n, pair in enumerate(pairs)]
    model = calibrate(_learned(pairs), samples)
    assert sum(model.judge(*pair).probability >= model.threshold for pair in pairs) <= 1


def _small_and_unmarked(reading: TextFeatures) -> TextFeatures:
    first, *others = reading.tokens
    tokens = (first._replace(small=True), *others)
    return TextFeatures(tokens, reading.length, ends_marked=False, language=reading.language)


def test_a_lost_sentence_of_one_word_is_seen_by_the_sentences_that_are_left() -> None:
    ours, theirs = max(clean_pairs(), key=lambda pair: pair[1].sentences)
    ends = [at for at, token in enumerate(theirs.tokens) if token.closes]
    assert theirs.without(ends[0] + 1, ends[1] + 1).sentences == theirs.sentences - 1
    assert ours.sentences >= theirs.sentences
