"""Frozen data classes, made without loading ``dataclasses``.

That module takes longer to load, and each class of it longer to make, than a word that is searched
for may take to be answered (decision 0013). A class on that way says ::

    TYPE_CHECKING = False
    if TYPE_CHECKING:
        from dataclasses import dataclass
    else:
        from lawkb.frozen import dataclass

and is what ``@dataclass(frozen=True, slots=True)`` makes, for the checker of types and for
``dataclasses.replace``, ``fields`` and ``is_dataclass``; how it is called is put together when the
first object is made. Fields are those of the class itself: no class here has a parent.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NONE = object()


class field:  # noqa: N801 (it stands for dataclasses.field)
    """A field with a default that is made anew, or that is left out of what is made of fields."""

    __slots__ = ("compare", "default_factory", "hash", "init", "repr")

    def __init__(
        self,
        *,
        default_factory: Callable[[], object] | None = None,
        init: bool = True,
        repr: bool = True,
        compare: bool = True,
        hash: bool | None = None,
    ) -> None:
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.hash = hash


def dataclass(*, frozen: bool, slots: bool, order: bool = False) -> Callable[[type], type]:
    """What ``dataclasses.dataclass`` is for a class that is frozen and has slots; no other."""
    if not (frozen and slots):
        raise TypeError("lawkb.frozen makes frozen classes with slots only")
    return lambda cls: _made(cls, order)


class _Shape:
    """The fields of a class: names, and what each has been given in place of a value."""

    __slots__ = ("compared", "given", "hashed", "names", "shown")

    def __init__(self, cls: type) -> None:
        self.names = tuple(cls.__annotations__)
        self.given = {name: cls.__dict__.get(name, _NONE) for name in self.names}
        self.compared = self._that("compare")
        self.hashed = tuple(name for name in self.names if self._is_hashed(name))
        self.shown = self._that("repr")

    def _is_hashed(self, name: str) -> bool:
        hashed = getattr(self.given[name], "hash", None)
        return name in self.compared if hashed is None else bool(hashed)

    def _that(self, what: str) -> tuple[str, ...]:
        return tuple(name for name in self.names if getattr(self.given[name], what, True))


class _Fields:
    """``__dataclass_fields__``, made when ``dataclasses`` itself asks for it."""

    __slots__ = ("_made", "_shape")

    def __init__(self, shape: _Shape) -> None:
        self._shape = shape
        self._made: dict[str, Any] = {}

    def __get__(self, _: object, cls: type) -> dict[str, Any]:
        if not self._made:
            import dataclasses

            space: dict[str, Any] = {"__annotations__": dict(cls.__annotations__)}
            for name, given in self._shape.given.items():
                if isinstance(given, field):
                    asked = {each: getattr(given, each) for each in ("init", "repr", "compare")}
                    if given.default_factory:
                        asked["default_factory"] = given.default_factory
                    space[name] = dataclasses.field(hash=given.hash, **asked)
                elif given is not _NONE:
                    space[name] = given
            space["__module__"] = cls.__module__
            made: Any = dataclasses.dataclass(type(cls.__name__, (), space))
            self._made = made.__dataclass_fields__
        return self._made


def _made(cls: type, order: bool) -> type:
    """The class with slots in place of its defaults, and the methods of a data class."""
    shape = _Shape(cls)
    left = (*shape.names, "__dict__", "__weakref__")
    space = {name: value for name, value in cls.__dict__.items() if name not in left}
    own = {
        "__slots__": shape.names,
        "__match_args__": tuple(n for n in shape.names if getattr(shape.given[n], "init", True)),
        "__dataclass_fields__": _Fields(shape),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__getstate__": _state,
        "__setstate__": _restore,
        "__repr__": _repr_of(shape.shown),
        "__eq__": _equal_by(shape.compared),
        "__hash__": _hash_of(shape.hashed),
    }
    if order:
        own |= _order_by(shape.compared)
    made = type(cls)(cls.__name__, cls.__bases__, own | space)

    def first(self: object, *args: object, **named: object) -> None:
        begin = _beginning(made, shape)
        made.__init__ = begin  # type: ignore[misc]
        begin(self, *args, **named)

    made.__init__ = first  # type: ignore[misc]
    return made


def _beginning(cls: type, shape: _Shape) -> Callable[..., None]:
    """``__init__`` with the fields as its parameters."""
    known: dict[str, Any] = {"_set": object.__setattr__}
    asked, lines = [], []
    for name, given in shape.given.items():
        value = name
        if isinstance(given, field) and given.default_factory:
            known[f"_{name}"] = given.default_factory
            value = f"_{name}() if {name} is _none else {name}" if given.init else f"_{name}()"
            given = known["_none"] = _NONE
            asked += [f"{name}=_none"] if value != f"_{name}()" else []
        elif given is _NONE or isinstance(given, field):
            asked.append(name)
        else:
            known[f"_{name}"] = given
            asked.append(f"{name}=_{name}")
        lines.append(f" _set(self, {name!r}, {value})")
    lines += [" self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    exec(f"def __init__(self, {', '.join(asked)}):\n" + "\n".join(lines or [" pass"]), known)
    made: Callable[..., None] = known["__init__"]
    return made


def _values(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """What gives the values of some fields as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    value = attrgetter(*names)
    return lambda self: (value(self),)


def _equal_by(names: tuple[str, ...]) -> Callable[[object, object], bool]:
    # One field is compared as it is: addresses are, more often than anything else.
    values = attrgetter(*names) if len(names) == 1 else _values(names)

    def equal(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented  # type: ignore[no-any-return]
        return bool(values(self) == values(other))

    return equal


def _hash_of(names: tuple[str, ...]) -> Callable[[object], int]:
    if len(names) == 1:
        value = attrgetter(*names)
        return lambda self: hash((value(self),))
    values = _values(names)
    return lambda self: hash(values(self))


def _repr_of(names: tuple[str, ...]) -> Callable[[object], str]:
    def shown(self: object) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({parts})"

    return shown


def _order_by(names: tuple[str, ...]) -> dict[str, Callable[[object, object], bool]]:
    values = _values(names)

    def compared(way: Callable[[Any, Any], bool]) -> Callable[[object, object], bool]:
        def compare(self: object, other: object) -> bool:
            if other.__class__ is not self.__class__:
                return NotImplemented  # type: ignore[no-any-return]
            return bool(way(values(self), values(other)))

        return compare

    return {f"__{name}__": compared(getattr(operator, name)) for name in ("lt", "le", "gt", "ge")}


def _refuse(self: object, name: str, *_: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r} of {type(self).__name__}")


def _state(self: Any) -> list[object]:
    return [getattr(self, name) for name in self.__slots__]


def _restore(self: Any, state: list[object]) -> None:
    for name, value in zip(self.__slots__, state, strict=True):
        object.__setattr__(self, name, value)
