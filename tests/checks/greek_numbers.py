"""Numbers as a Greek says them: written from a grammar, apart from what lawkb reads them by."""

_UNITS = "μηδέν ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννέα δέκα έντεκα δώδεκα".split()
_TENS = "είκοσι τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα".split()
_HUNDREDS = (
    "εκατόν διακόσι τριακόσι τετρακόσι πεντακόσι εξακόσι επτακόσι οκτακόσι εννιακόσι".split()
)
_FEMININE = {"ένα": "μία", "τρία": "τρεις", "τέσσερα": "τέσσερις"}
_FIRST = "πρώτος δεύτερος τρίτος τέταρτος πέμπτος έκτος έβδομος όγδοος ένατος".split()
_TENTH = "δέκατος εικοστός τριακοστός τεσσαρακοστός πεντηκοστός εξηκοστός".split()


def said_in_greek(n: int, feminine: bool = False) -> str:
    """A number from 0 to 999 999 999 in words, of things in the neuter or in the feminine."""
    parts = []
    millions, n = divmod(n, 1_000_000)
    thousands, rest = divmod(n, 1000)
    if millions:
        parts.append(
            "ένα εκατομμύριο" if millions == 1 else f"{said_in_greek(millions)} εκατομμύρια"
        )
    if thousands == 1:
        parts.append("χίλιες" if feminine else "χίλια")
    elif thousands:
        parts.append(f"{said_in_greek(thousands, feminine=True)} χιλιάδες")
    if rest or not parts:
        parts.append(_below_thousand(rest, feminine))
    return " ".join(parts)


def counted_in_greek(n: int) -> str:
    """An ordinal from 1 to 69 in the masculine."""
    tens, units = divmod(n, 10)
    if n in (11, 12):
        return ("ενδέκατος", "δωδέκατος")[n - 11]
    words = [_TENTH[tens - 1]] * bool(tens) + [_FIRST[units - 1]] * bool(units)
    return " ".join(words)


def _below_thousand(n: int, feminine: bool) -> str:
    hundreds, rest = divmod(n, 100)
    ending = "ες" if feminine else "α"
    first = "" if not hundreds else _HUNDREDS[hundreds - 1] + (ending if hundreds > 1 else "")
    if n == 100:
        return "εκατό"
    return " ".join(part for part in (first, _below_hundred(rest, feminine)) if part) or _UNITS[0]


def _below_hundred(n: int, feminine: bool) -> str:
    if n == 0:
        return ""
    tens, units = divmod(n, 10)
    unit = _UNITS[units]
    unit = _FEMININE.get(unit, unit) if feminine else unit
    if n < 13:
        word = _UNITS[n]
        return _FEMININE.get(word, word) if feminine else word
    if n < 20:
        return f"δεκα{unit}"
    return f"{_TENS[tens - 2]} {unit}" if units else _TENS[tens - 2]
