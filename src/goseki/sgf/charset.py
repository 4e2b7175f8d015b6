"""Bytes to text, whatever the charset says or fails to say.

SGF names its charset inside the text (`CA[GB2312]`), and files are often wrong
about it. Decoding comes before parsing, because in Shift_JIS, GBK and Big5 the
second byte of a character may be that of `]` or of the backslash. Decoding
never fails: what nothing else explains is read as Latin-1.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from functools import lru_cache

FALLBACK = "latin-1"

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_DECLARED = re.compile(rb"CA(?<![A-Za-z]CA)\s{0,9}\[\s{0,9}([^]\\\s][^]\\]{0,40})\]")

# Names that Python does not know, or understands too narrowly: files that call
# themselves GB2312 or Shift_JIS use the larger character sets of Windows.
_ALIASES = {
    "gb": "gb18030",
    "gb2312": "gb18030",
    "gb231280": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "windows936": "gb18030",
    "euccn": "gb18030",
    "chinese": "gb18030",
    "simplifiedchinese": "gb18030",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "xsjis": "cp932",
    "mskanji": "cp932",
    "windows31j": "cp932",
    "japanese": "cp932",
    "big5": "big5hkscs",
    "big5eten": "big5hkscs",
    "windows950": "cp950",
    "traditionalchinese": "big5hkscs",
    "euckr": "cp949",
    "ksc5601": "cp949",
    "ksc56011987": "cp949",
    "ksx1001": "cp949",
    "windows949": "cp949",
    "uhc": "cp949",
    "korean": "cp949",
    "xeucjp": "euc_jp",
    "unicode": "utf-8",
    "utf": "utf-8",
    "ansi": "cp1252",
    "western": "cp1252",
}

# Brackets and the backslash must be the same bytes as in ASCII; this also turns down much
# of what Python calls an encoding but is no charset (`hex`, `zlib`). `~` starts escapes in HZ.
_ASCII_PROBE = bytes(range(0x20, 0x7E)) + b"\r\n"
_NO_CHARSETS = {"idna", "punycode", "raw-unicode-escape", "unicode-escape"}

# How much of the text may be damaged for a charset still to be believed.
_TOLERATED_DAMAGE = 0.05


def decode(data: bytes) -> str:
    """The text of SGF bytes in any charset.

    In this order: a byte order mark; the charset named by `CA`, unless the bytes
    are UTF-8 beyond reasonable doubt; UTF-8; the East Asian charset that makes
    the most sense of them; Latin-1.

    >>> decode("(;CA[Big5]PW[黑白])".encode("big5")), decode("(;PW[黑白])".encode())
    ('(;CA[Big5]PW[黑白])', '(;PW[黑白])')
    """
    for mark, codec in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, errors="replace")
    declared = declared_codec(data)
    if data.isascii() and not (declared and declared.startswith(_SEVEN_BIT)):
        return data.decode("ascii")
    utf8 = _try(data, "utf-8")
    if declared is not None and not (utf8 is not None and _is_surely_utf8(utf8, declared)):
        text = _try(data, declared)
        if text is not None:
            return text
    if utf8 is not None:
        return utf8
    for likely in (declared or "utf-8", "utf-8"):
        damaged = _try_damaged(data, likely)
        if damaged is not None:
            return damaged
    return data.decode(guess(data))


def declared_codec(data: bytes) -> str | None:
    """The Python codec of the charset that `CA` names, if there is one we know."""
    match = _DECLARED.search(data)
    return find_codec(match[1].decode("latin-1")) if match else None


@lru_cache(maxsize=256)
def find_codec(name: str) -> str | None:
    """The Python codec of a charset name, or None.

    >>> find_codec("GB2312"), find_codec("KS_C_5601-1987"), find_codec("Klingon")
    ('gb18030', 'cp949', None)
    """
    key = re.sub(r"[^a-z0-9]", "", name.lower())
    codec = _ALIASES.get(key, name.strip())
    try:
        codec = codecs.lookup(codec).name
        if codec in _NO_CHARSETS:
            return None
        same_as_ascii = _ASCII_PROBE.decode(codec) == _ASCII_PROBE.decode("ascii")
    except (LookupError, ValueError, TypeError, AttributeError, SyntaxError, ImportError):
        return None
    return codec if same_as_ascii else None


_SEVEN_BIT = ("hz", "iso2022")
_MULTI_BYTE = ("gb", "big5", "cp93", "cp94", "cp95", "euc", "shift", *_SEVEN_BIT)


def _is_surely_utf8(text: str, declared: str) -> bool:
    """Whether valid UTF-8 is more likely to be UTF-8 than the charset that `CA` names.

    Single-byte charsets take any bytes, so a valid UTF-8 sequence settles it. Short
    texts of two-byte charsets may be valid UTF-8 by chance, but hardly with the
    three-byte sequences that the same text has in UTF-8.
    """
    return not declared.startswith(_MULTI_BYTE) or any(char >= "\u0800" for char in text)


def _try(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except ValueError:
        return None


def _try_damaged(data: bytes, codec: str) -> str | None:
    """The text with replacement characters, if they are few among its non-ASCII ones."""
    try:
        text = data.decode(codec, errors="replace")
    except ValueError:
        return None
    foreign = sum(char > "\x7f" for char in text)
    return text if text.count("\ufffd") <= foreign * _TOLERATED_DAMAGE else None


# The most frequent characters of each language, with those of Go records.
_CHINESE = frozenset(
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可"
    "里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老"
    "从动两长這來個國說們為時會過對裡後麼沒於還發當開頭經從動兩長學"
    "黑白棋局段先胜勝贴貼目子盘盤杯赛賽对對负負半手名人本因坊天元王冠聖圣"
)
_JAPANESE_KANJI = frozenset("日本人大名棋戦聖元坊因王座天段黒白先番手目半勝中押局第回決予選対碁")
_KOREAN = frozenset(
    "이다는에가의을고지한하기로사도은를자리서대정나어해시인수일아전그부보과상제들있것적장스"
    "흑백승집단국바둑배기불계반제회예선본명인왕최고강창호세돌박김"
)


def _is_chinese(char: str) -> bool:
    return char in _CHINESE


def _is_japanese(char: str) -> bool:
    return "\u3041" <= char <= "\u30fe" or char in _JAPANESE_KANJI


def _is_korean(char: str) -> bool:
    return char in _KOREAN


_GUESSES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("gb18030", _is_chinese),
    ("cp932", _is_japanese),
    ("euc_jp", _is_japanese),
    ("big5hkscs", _is_chinese),
    ("cp949", _is_korean),
)

# Share of the characters of a text that must be frequent ones for a guess to stand.
_ENOUGH = 0.15


def guess(data: bytes) -> str:
    """The codec in which most characters are frequent ones of its language, or Latin-1.

    >>> guess("黑棋中盘胜".encode("gbk")), guess("黒番中押し勝ち".encode("shift_jis"))
    ('gb18030', 'cp932')
    >>> guess("흑 불계승".encode("euc_kr")), guess("Müller".encode("latin-1"))
    ('cp949', 'latin-1')
    """
    best, most = FALLBACK, _ENOUGH
    for codec, is_frequent in _GUESSES:
        text = _try(data, codec)
        if text is None:
            continue
        foreign = [char for char in text if char > "\x7f"]
        share = sum(map(is_frequent, foreign)) / max(1, len(foreign))
        if share > most:
            best, most = codec, share
    return best
