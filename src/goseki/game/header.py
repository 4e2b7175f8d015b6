"""What the root of a game says of all of it: the size, the rules, komi and handicap."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from goseki.board import Board
from goseki.coords import Color, Size, parse_color, shorten
from goseki.errors import CoordinateError, RulesError
from goseki.rules import Rules, check_komi
from goseki.sgf import Node

_SIZE = re.compile(r"([0-9]{1,4})(?:\s*[:x]\s*([0-9]{1,4}))?\Z", re.IGNORECASE)

# How files name rules that `Rules.parse` does not know by that name. Ing's rules (GOE) are area
# rules with details of their own, to which the Chinese rules come nearest.
_RULE_NAMES = (
    (re.compile(r"japan|日本", re.IGNORECASE), "japanese"),
    (re.compile(r"chin|中国|中國|中华|中華", re.IGNORECASE), "chinese"),
    (re.compile(r"korea|韓国|韩国|한국", re.IGNORECASE), "korean"),
    (re.compile(r"\baga\b|\bbga\b|\bffg\b|french|british", re.IGNORECASE), "aga"),
    (re.compile(r"new.?zealand|\bnz\b", re.IGNORECASE), "new-zealand"),
    (re.compile(r"tromp", re.IGNORECASE), "tromp-taylor"),
    (re.compile(r"\bgoe\b|\bing\b|應|应", re.IGNORECASE), "chinese"),
)
_SGF_RULE_NAMES = {
    "aga": "AGA",
    "chinese": "Chinese",
    "japanese": "Japanese",
    "korean": "Korean",
    "new-zealand": "NZ",
}


class Header:
    """The root of a game, and the board it says that the game is played on."""

    root: Node
    size: Size

    def __init__(self, root: Node) -> None:
        self.root = root
        self.size = _read_size(root)
        _check_is_go(root)
        # What makes no sense is an error now, not when somebody asks for it.
        if "KM" in root.properties:
            _ = self.komi
        if "HA" in root.properties:
            _ = self.handicap

    def info(self, name: str) -> str:
        """The text of a root property such as `EV` or `DT` on one line, "" if absent."""
        return " ".join((self.root.get(name) or "").split("\n")).strip()

    @property
    def komi(self) -> float:
        """`KM`; 0 where the file does not say."""
        text = self.info("KM")
        try:
            return check_komi(text.replace(",", ".")) if text else 0.0
        except RulesError as error:
            raise self.root.error(f"KM: {error}") from None

    @property
    def handicap(self) -> int:
        """`HA`; 0 where the file does not say."""
        text = self.info("HA")
        if not text:
            return 0
        if not re.fullmatch(r"[0-9]{1,3}", text):
            raise self.root.error(f"HA: handicap {shorten(text)} is not a whole number")
        return int(text)

    @property
    def rules(self) -> Rules:
        """The rules that `RU` names, with the game's komi; `Rules()` where it names none
        that are known (`unknown_rules`). Ing's rules are taken as Chinese."""
        return _read_rules(self.info("RU"), self.komi) or replace(Rules(), komi=self.komi)

    @property
    def unknown_rules(self) -> str:
        """What `RU` says where it names no rules that are known, else nothing.

        >>> from goseki.records import parse_sgf
        >>> parse_sgf("(;SZ[9]RU[House])")[0].unknown_rules
        'House'
        """
        name = self.info("RU")
        return name if name and _read_rules(name, self.komi) is None else ""

    @property
    def result(self) -> str | None:
        """`RE`, such as `B+3.5`, `W+R` or `0`; `None` where the file does not say."""
        return self.info("RE") or None

    @result.setter
    def result(self, text: str) -> None:
        self.root.properties["RE"] = [text]

    @property
    def winner(self) -> Color | None:
        """Who won by `RE`; `None` for a draw and where it is not known."""
        match = re.match(r"([BW])(?:lack|hite)?\s*\+", self.info("RE"), re.IGNORECASE)
        return parse_color(match[1]) if match else None

    @property
    def players(self) -> dict[Color, str]:
        """The names `PB` and `PW`, "" where absent."""
        return {"B": self.info("PB"), "W": self.info("PW")}


def header_of(board: Board) -> Node:
    """The root of a game on a board, without stones and moves."""
    size, rules = board.size, board.rules
    name = rules.name
    root = Node(
        {
            "FF": ["4"],
            "GM": ["1"],
            "SZ": [str(size.rows) if size.rows == size.columns else "{}:{}".format(*size)],
            "RU": [str(rules) if name is None else _SGF_RULE_NAMES.get(name, name)],
            "KM": [f"{rules.komi:.12g}"],
        }
    )
    if board.handicap:
        root.properties["HA"] = [str(board.handicap)]
    return root


def _read_size(root: Node) -> Size:
    text = (root.get("SZ") or "").strip() or "19"
    match = _SIZE.match(text)
    if not match:
        raise root.error(f"SZ: not a board size: {shorten(text)} (examples: 9, 5:6)")
    try:
        return Size(int(match[1]), int(match[2] or match[1])).checked()
    except CoordinateError as error:
        raise root.error(f"SZ: {error}") from None


def _check_is_go(root: Node) -> None:
    text = (root.get("GM") or "").strip() or "1"
    if text != "1":
        raise root.error(f"GM: game {shorten(text)} is not Go, which is 1")


@lru_cache(maxsize=256)
def _read_rules(text: str, komi: float) -> Rules | None:
    """The rules that `RU` names, with a komi; `None` if they are not known."""
    with suppress(RulesError):
        return Rules.parse(text, komi=komi)
    for pattern, name in _RULE_NAMES:
        if pattern.search(text):
            return Rules.parse(name, komi=komi)
    return None
