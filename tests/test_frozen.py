"""A class of lawkb.frozen is what a frozen data class with slots is."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb import frozen

Make = Callable[..., Any]
if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    from lawkb.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Sent:
    """A class that pickle can find."""

    name: str
    other: int = 3


def _classes(make: Make, field: Make) -> tuple[Any, Any]:
    """The same two classes, made by one of the two modules."""

    @make(frozen=True, slots=True, order=True)
    class Place:
        """A place."""

        path: tuple[int, ...]

        def __post_init__(self) -> None:
            if not self.path:
                raise ValueError("no path")

        @property
        def law(self) -> int:
            return self.path[0]

    @make(frozen=True, slots=True)
    class Held:
        """What is held."""

        name: str
        tables: Mapping[str, int] = field(hash=False)
        place: Any = None
        notes: tuple[str, ...] = ()
        kept: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    return Place, Held


PLAIN = _classes(dataclasses.dataclass, dataclasses.field)
OURS = _classes(frozen.dataclass, frozen.field)
PATHS = st.lists(st.integers(0, 3), min_size=1, max_size=3).map(tuple)
HELD = st.tuples(st.sampled_from("ab"), st.dictionaries(st.sampled_from("xy"), st.integers(0, 1)))


@given(PATHS, PATHS)
def test_places_compare_and_hash_alike(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    plain, ours = ((cls(one), cls(other)) for cls in (PLAIN[0], OURS[0]))
    for way in ("__eq__", "__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(ours[0], way)(ours[1]) == getattr(plain[0], way)(plain[1])
    assert hash(ours[0]) == hash(plain[0])
    assert repr(ours[0]).rpartition(".")[2] == repr(plain[0]).rpartition(".")[2]
    assert ours[0].law == plain[0].law
    assert ours[0] != plain[0]


@given(HELD, HELD, st.integers())
def test_fields_with_defaults_are_the_same(one: Any, other: Any, kept: int) -> None:
    plain, ours = ((cls(*one), cls(*other)) for cls in (PLAIN[1], OURS[1]))
    assert (ours[0] == ours[1]) == (plain[0] == plain[1])
    assert hash(ours[0]) == hash(plain[0])
    ours[0].kept["x"] = kept
    assert ours[0].kept == {"x": kept}
    assert OURS[1](*one).kept == {}
    assert ours[0] == OURS[1](*one)
    assert repr(ours[0]).rpartition(".")[2] == repr(plain[0]).rpartition(".")[2]


def test_it_is_a_data_class_to_the_standard_library() -> None:
    held: Any = OURS[1]("a", {"x": 1})
    assert dataclasses.is_dataclass(OURS[1])
    changed: Any = dataclasses.replace(held, notes=("n",))
    assert (changed.name, changed.notes, changed.tables) == ("a", ("n",), {"x": 1})
    for ours, plain in zip(dataclasses.fields(held), dataclasses.fields(PLAIN[1]), strict=True):
        assert (ours.name, ours.default, ours.init, ours.hash, ours.compare, ours.repr) == (
            plain.name, plain.default, plain.init, plain.hash, plain.compare, plain.repr
        )  # fmt: skip


def test_patterns_match_its_fields_in_order() -> None:
    assert OURS[0].__match_args__ == PLAIN[0].__match_args__
    assert OURS[1].__match_args__ == PLAIN[1].__match_args__


def test_it_cannot_be_changed_and_takes_no_other_names() -> None:
    place = OURS[0]((1,))
    with pytest.raises(dataclasses.FrozenInstanceError):
        place.path = (2,)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del place.path
    assert not hasattr(place, "__dict__")
    for wrong in ((), ((1,), 2)):
        with pytest.raises(TypeError):
            OURS[0](*wrong)
    with pytest.raises(TypeError):
        OURS[0](way=(1,))
    with pytest.raises(ValueError, match="no path"):
        OURS[0](())


def test_how_it_is_called_is_that_of_a_data_class() -> None:
    for ours, plain in zip(OURS, PLAIN, strict=True):
        ours(*(("a", {}) if ours is OURS[1] else ((1,),)))
        named = [inspect.signature(vars(cls)["__init__"]).parameters for cls in (ours, plain)]
        assert list(named[0]) == list(named[1])


def test_only_frozen_classes_with_slots_are_made() -> None:
    with pytest.raises(TypeError):
        frozen.dataclass(frozen=False, slots=True)


def test_it_is_pickled_and_copied() -> None:
    sent = Sent("a", 4)
    assert pickle.loads(pickle.dumps(sent)) == sent
    assert copy.deepcopy(sent) == sent
