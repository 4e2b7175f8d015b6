"""Rules are data: one frozen `Rules` value says everything a rule set decides.

The words are KataGo's (`ko`, `scoring`, `tax`, `suicide`, `whiteHandicapBonus`),
with three fields of our own for the rules of van der Werf (2004, appendix A):
`repetition`, `passesToEnd` and `koPass`. `docs/rules.md` explains each field.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from goseki.checks import shown
from goseki.coords import shorten
from goseki.errors import RulesError

Ko = Literal["SIMPLE", "POSITIONAL", "SITUATIONAL", "NONE"]
Repetition = Literal["NONE", "DRAW", "PASSES"]
Scoring = Literal["AREA", "TERRITORY"]
Tax = Literal["NONE", "SEKI"]
HandicapBonus = Literal["0", "N-1", "N"]

MAX_KOMI = 1000

SOLVER_SCORING = "van der Werf 2004"
"""How the solvers of small boards, and certificates, count the end of a game."""


def solver_scoring(*, superko: bool = False) -> str:
    """`SOLVER_SCORING` spelled out.

    >>> solver_scoring(superko=True)
    'area; at the end stones in unconditional territory count as captured, and every empty \
point goes to the nearest stone'
    """
    one_liberty = "" if superko else "other blocks with one liberty are taken off, "
    return (
        "area; at the end stones in unconditional territory count as captured, "
        f"{one_liberty}and every empty point goes to the nearest stone"
    )


def check_komi(value: float | str) -> float:
    """Read a komi, or raise where it is not a number of sensible size.

    >>> check_komi("6.5")
    6.5
    """
    try:
        komi = float(value)
    except (TypeError, ValueError):
        raise RulesError(f"komi {shorten(str(value))} is not a number") from None
    except OverflowError:  # an integer of hundreds of digits
        komi = math.inf
    if not math.isfinite(komi) or abs(komi) > MAX_KOMI:
        text = shorten(value if isinstance(value, str) else shown(value))
        raise RulesError(f"komi {text} is not between -{MAX_KOMI} and {MAX_KOMI}")
    return komi


@dataclass(frozen=True)
class Rules:
    """A rule set. The default is the preset `migos`.

    >>> Rules.parse("japanese").scoring
    'TERRITORY'
    >>> Rules.parse("tromp-taylor", komi=0) == Rules(ko="POSITIONAL", repetition="NONE",
    ...     ko_pass=False, suicide=True)
    True
    """

    ko: Ko = "SIMPLE"
    """What ko forbids: taking back a single stone at once, or making an earlier position again."""
    repetition: Repetition = "PASSES"
    """What happens when an earlier situation comes back: nothing, a draw, or the player who passed
    more often in the cycle wins."""
    passes_to_end: int = 2
    """How many consecutive passes end the game."""
    ko_pass: bool = True
    """Whether a move that takes a ko, when none was banned before it, makes one more pass necessary
    to end the game."""
    suicide: bool = False
    """Whether a move may remove its own block (of two stones or more)."""
    scoring: Scoring = "AREA"
    tax: Tax = "NONE"
    """SEKI: eyes of groups in seki do not count."""
    white_handicap_bonus: HandicapBonus = "0"
    """What White gets for N handicap stones."""
    komi: float = 0.0

    def __post_init__(self) -> None:
        for field, allowed in _ALLOWED.items():
            value = getattr(self, field)
            if value not in allowed:
                raise RulesError(
                    f"{field} is {shorten(str(value))}, not one of {', '.join(allowed)}"
                )
        if type(self.passes_to_end) is not int or not 1 <= self.passes_to_end <= 4:
            raise RulesError(f"passes_to_end is {self.passes_to_end!r}, not a number from 1 to 4")
        for field in ("suicide", "ko_pass"):
            if not isinstance(getattr(self, field), bool):
                raise RulesError(f"{field} is {getattr(self, field)!r}, not true or false")
        object.__setattr__(self, "komi", check_komi(self.komi))

    @classmethod
    def parse(cls, text: str, komi: float | None = None) -> Rules:
        """Read a preset name, KataGo's JSON (`{"ko": "SIMPLE", ...}`) or its short form
        (`koSIMPLEscoreAREAtaxNONEsui0whbN`). Fields not named keep the values of
        `tromp-taylor`, as in KataGo; `komi` overrides the preset's.

        >>> Rules.parse("Chinese").komi, Rules.parse("koSIMPLEscoreAREAtaxNONEsui0").suicide
        (7.5, False)
        """
        stripped = text.strip() if isinstance(text, str) else ""
        name = re.sub(r"[\s_]+", "-", stripped.lower())
        name = _ALIASES.get(name, name)
        if name in PRESETS:
            rules = PRESETS[name]
        elif stripped.startswith("{"):
            rules = _from_json(stripped)
        elif re.match(r"ko[A-Z]", stripped):
            rules = _from_short_form(stripped)
        else:
            raise RulesError(f"unknown rules: {shorten(str(text))} (known: {', '.join(PRESETS)})")
        return rules if komi is None else replace(rules, komi=komi)

    @property
    def name(self) -> str | None:
        """Name of the preset that has these fields, whatever the komi."""
        for name, preset in PRESETS.items():
            if replace(preset, komi=self.komi) == self:
                return name
        return None

    def to_katago(self) -> dict[str, Any]:
        """The fields under KataGo's names, ready for JSON.

        >>> Rules.parse("aga").to_katago()["whiteHandicapBonus"]
        'N-1'
        """
        return {key: getattr(self, field) for key, field in _KATAGO_FIELDS.items()}

    def __str__(self) -> str:
        return json.dumps(self.to_katago())


_ALLOWED: dict[str, tuple[str, ...]] = {
    "ko": get_args(Ko),
    "repetition": get_args(Repetition),
    "scoring": get_args(Scoring),
    "tax": get_args(Tax),
    "white_handicap_bonus": get_args(HandicapBonus),
}

_KATAGO_FIELDS = {
    re.sub(r"_([a-z])", lambda match: match[1].upper(), field.name): field.name
    for field in fields(Rules)
}

PRESETS: dict[str, Rules] = {
    "migos": Rules(),
    "chinese": Rules(repetition="DRAW", ko_pass=False, white_handicap_bonus="N", komi=7.5),
    "japanese": Rules(repetition="DRAW", ko_pass=False, scoring="TERRITORY", tax="SEKI", komi=6.5),
    "korean": Rules(repetition="DRAW", ko_pass=False, scoring="TERRITORY", tax="SEKI", komi=6.5),
    "aga": Rules(
        ko="SITUATIONAL",
        repetition="NONE",
        ko_pass=False,
        white_handicap_bonus="N-1",
        komi=7.5,
    ),
    "new-zealand": Rules(
        ko="SITUATIONAL", repetition="NONE", ko_pass=False, suicide=True, komi=7.0
    ),
    "tromp-taylor": Rules(
        ko="POSITIONAL", repetition="NONE", ko_pass=False, suicide=True, komi=7.5
    ),
}

_ALIASES = {"nz": "new-zealand", "newzealand": "new-zealand", "tromptaylor": "tromp-taylor"}


def _from_json(text: str) -> Rules:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise RulesError(f"rules are not valid JSON: {shorten(text)}") from None
    changes: dict[str, Any] = {}
    for key, value in given.items():
        key = "scoring" if key == "score" else key
        if key in _KATAGO_FIELDS:
            changes[_KATAGO_FIELDS[key]] = value
        elif key == "hasButton":
            if value is not False:
                raise RulesError("the button (hasButton) is not supported")
        elif key != "friendlyPassOk":  # here the players always agree on dead stones
            raise RulesError(f"unknown rule field: {shorten(str(key))}")
    return _over_tromp_taylor(changes)


def _over_tromp_taylor(changes: dict[str, Any]) -> Rules:
    """Fields not named are Tromp-Taylor's, but territory scoring brings the tax on seki, as
    in KataGo."""
    if changes.get("scoring") == "TERRITORY":
        changes = {"tax": "SEKI", **changes}
    return replace(PRESETS["tromp-taylor"], **changes)


_SHORT_FORM = re.compile(
    r"ko(?P<ko>[A-Z]+)(?:score(?P<scoring>[A-Z]+))?(?:tax(?P<tax>[A-Z]+))?(?:sui(?P<suicide>[01]))?"
    r"(?:button0)?(?:whb(?P<white_handicap_bonus>0|N-1|N))?(?:fpok[01])?(?:komi(?P<komi>-?[0-9.]+))?\Z"
)


def _from_short_form(text: str) -> Rules:
    match = _SHORT_FORM.match(text)
    if not match:
        raise RulesError(f"unknown rules: {shorten(text)}")
    changes: dict[str, Any] = {k: v for k, v in match.groupdict().items() if v is not None}
    if "suicide" in changes:
        changes["suicide"] = changes["suicide"] == "1"
    return _over_tromp_taylor(changes)
