"""Objects that are sent between processes come back equal."""

import pickle

from hypothesis import given

from lawkb.model.law import Law
from tests.strategies import laws


@given(laws())
def test_a_law_that_was_pickled_is_the_same(law: Law) -> None:
    again = pickle.loads(pickle.dumps(law))
    assert again == law
    assert hash(again) == hash(law)
    assert repr(again) == repr(law)
