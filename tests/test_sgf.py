"""The syntax of SGF: reading, writing, charsets, and trees as values."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goseki.errors import SgfError
from goseki.sgf import Node, decode, encode, parse, serialize
from goseki.sgf.charset import find_codec, guess

DATA = Path(__file__).parent / "data" / "sgf"


def properties(text: str | bytes) -> list[dict[str, list[str]]]:
    """Of all nodes of the only game, each before its children."""
    (root,) = parse(text)
    return [node.properties for node in root.walk()]


def parsed_or_error(data: bytes) -> list[Node] | SgfError:
    try:
        return parse(data)
    except SgfError as error:
        return error


# -- reading -----------------------------------------------------------------------------

ODD_BUT_VALID: dict[str, tuple[str | bytes, list[dict[str, list[str]]]]] = {
    "an empty root": ("(;)", [{}]),
    "empty nodes": ("(;;;)", [{}, {}, {}]),
    "white space everywhere": (
        " ( ; SZ [9]\n ; B\t[aa]\r\n;AB [aa] \v [bb]\n) ",
        [{"SZ": ["9"]}, {"B": ["aa"]}, {"AB": ["aa", "bb"]}],
    ),
    "text before and after": ("Dear (all), (;B[aa]) :) bye", [{"B": ["aa"]}]),
    "a bracket too many": ("((;B[aa]))", [{"B": ["aa"]}]),
    "long names": (
        "(;GaMe[1]PlayerBlack[Me];Black[aa];White[bb])",
        [{"GM": ["1"], "PB": ["Me"]}, {"B": ["aa"]}, {"W": ["bb"]}],
    ),
    "names with digits": ("(;X1[a]X2Y[b])", [{"X1": ["a"], "X2Y": ["b"]}]),
    "unknown names keep their order": (
        "(;ZZ[1]B[aa]KGSDE[2][3])",
        [{"ZZ": ["1"], "B": ["aa"], "KGSDE": ["2", "3"]}],
    ),
    "a property twice": ("(;AB[aa]C[x]AB[bb][cc])", [{"AB": ["aa", "bb", "cc"], "C": ["x"]}]),
    "a plain move twice": ("(;B[aa]B[bb])", [{"B": ["aa", "bb"]}]),
    "a plain move with two values": ("(;;B[aa][bb])", [{}, {"B": ["aa", "bb"]}]),
    "escaped brackets": (r"(;C[[a\] \[b\]])", [{"C": ["[a] [b]"]}]),
    "escaped backslashes": (r"(;C[\\]N[a\\\]b])", [{"C": ["\\"], "N": ["a\\]b"]}]),
    "escaped colons and letters": (r"(;C[a\:b\c])", [{"C": ["a:bc"]}]),
    "brackets and semicolons in values": ("(;C[(;B[aa);(])", [{"C": ["(;B[aa);("]}]),
    "a soft line break": ("(;C[one \\\nline])", [{"C": ["one line"]}]),
    "soft line breaks of Windows and Mac": ("(;C[a\\\r\nb\\\rc\\\n\rd])", [{"C": ["abcd"]}]),
    "all line breaks": ("(;C[a\r\nb\rc\nd\n\re])", [{"C": ["a\nb\nc\nd\ne"]}]),
    "other white space": ("(;C[a\tb\vc\\\td  e])", [{"C": ["a b c d  e"]}]),
    "an empty value": ("(;B[]C[])", [{"B": [""], "C": [""]}]),
    "composed values": ("(;LB[aa:x][bb:y:z]AP[a:1])", [{"LB": ["aa:x", "bb:y:z"], "AP": ["a:1"]}]),
    "moves of the other kinds": (
        "(;B[tt];W[aa:bb];B[aaa];W[A1])",
        [{"B": ["tt"]}, {"W": ["aa:bb"]}, {"B": ["aaa"]}, {"W": ["A1"]}],
    ),
    "a byte order mark": (b"\xef\xbb\xbf(;C[\xc3\xa4])", [{"C": ["ä"]}]),
    "UTF-16": ("\ufeff(;C[黑])".encode("utf-16-le"), [{"C": ["黑"]}]),
    "zeros and control characters outside": (b"\0\x1a(;B[aa])\x1a\0\0", [{"B": ["aa"]}]),
    "emoji": ("(;C[🙂 👩‍👩‍👧]PB[é])".encode(), [{"C": ["🙂 👩‍👩‍👧"], "PB": ["é"]}]),
}


@pytest.mark.parametrize("name", ODD_BUT_VALID)
def test_odd_but_valid_texts_are_read(name: str) -> None:
    text, expected = ODD_BUT_VALID[name]
    assert properties(text) == expected
    assert [list(node) for node in properties(text)] == [list(node) for node in expected]


def test_variations_keep_their_shape() -> None:
    (root,) = parse("(;A[](;B[];C[](;D[])(;E[]))(;F[]))")
    names = {
        "".join(node.properties): ["".join(child.properties) for child in node.children]
        for node in root.walk()
    }
    assert names == {"A": ["B", "F"], "B": ["C"], "C": ["D", "E"], "D": [], "E": [], "F": []}
    assert all(child.parent is node for node in root.walk() for child in node.children)
    assert root.parent is None


def test_several_games_in_one_text() -> None:
    games = parse("(;A[1]) and (;A[2](;B[x])(;B[y]))\n(;A[3])")
    assert [game.get("A") for game in games] == ["1", "2", "3"]


def test_nodes_know_their_place() -> None:
    first, second = parse("(;SZ[9];B[aa]\n ;W[bb];B[cc])\r\n(;W[dd])", source="x.sgf")
    places = [str(node.error("here")) for game in (first, second) for node in game.walk()]
    assert places == [
        "x.sgf: line 1, column 2: here",
        "x.sgf: line 1, column 8: here",
        "x.sgf: line 2, column 2: here",
        "x.sgf: line 2, column 8: here",
        "x.sgf: line 3, column 2: here",
    ]


def test_a_node_made_by_hand_has_no_place() -> None:
    assert str(Node().error("here")) == "here"
    (root,) = parse("(;A[1])", source="x.sgf")
    assert str(root.add_child({}).error("here")) == "x.sgf: here"


def test_errors_survive_pickling() -> None:
    with pytest.raises(SgfError) as caught:
        parse("(;A", source="x.sgf")
    error = pickle.loads(pickle.dumps(caught.value))
    assert str(error) == "x.sgf: line 1, column 3: property 'A' has no value: '[' expected"
    assert (error.line, error.column, error.source) == (1, 3, "x.sgf")


# -- writing -----------------------------------------------------------------------------


def test_text_of_labels_is_escaped_after_the_point() -> None:
    node = Node({"LB": ["aa:x:y"], "AP": ["a:b:1"], "C": ["c: d"], "FG": ["257:a:b"]})
    assert serialize(node) == r"(;LB[aa:x\:y]AP[a\:b:1]C[c: d]FG[257:a\:b])"


def test_lines_are_folded_between_properties() -> None:
    root = Node({"FF": ["4"]})
    node = root
    for _ in range(100):
        node = node.add_child({"B": ["aa"]})
    node.properties["C"] = ["long " * 100]
    lines = serialize(root).split("\n")
    assert len(lines) > 8
    assert all(len(line) <= 80 for line in lines[:-1])
    assert serialize(root, fold=False).count("\n") == 0


def test_variations_start_on_new_lines() -> None:
    (root,) = parse("(;A[1](;B[];C[])(;D[](;E[])(;F[])))")
    assert serialize(root) == "(;A[1]\n(;B[];C[])\n(;D[]\n(;E[])\n(;F[])))"


def test_bytes_say_that_they_are_utf8() -> None:
    assert encode(Node({"B": ["aa"]})) == b"(;CA[UTF-8]B[aa])\n"
    assert encode(Node({"FF": ["4"], "GM": ["1"], "SZ": ["9"]})).startswith(
        b"(;FF[4]GM[1]CA[UTF-8]SZ[9]"
    )
    games = [Node({"CA": ["Big5"], "C": ["黑"]}), Node({"C": ["白"]})]
    assert [game.properties for game in parse(encode(games))] == [
        {"CA": ["UTF-8"], "C": ["黑"]},
        {"CA": ["UTF-8"], "C": ["白"]},
    ]
    assert games[0].properties == {"CA": ["Big5"], "C": ["黑"]}


@pytest.mark.parametrize(
    ("node", "message"),
    [
        (Node({"b": ["aa"]}), "not a property name: 'b'"),
        (Node({"": ["aa"]}), "not a property name: ''"),
        (Node({"B[": ["aa"]}), "not a property name"),
        (Node({"É": ["aa"]}), "not a property name"),
        (Node({"AB": []}), "property AB has no value"),
    ],
)
def test_what_cannot_be_read_back_is_not_written(node: Node, message: str) -> None:
    with pytest.raises(SgfError, match=message.replace("[", r"\[")):
        serialize(node)


NASTY = st.sampled_from(["]", "\\", "[", ":", ";", "(", ")", "\n", "\\]", "\\\n", " ", "🙂", "黑"])
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\r\t\v\f")
TEXTS = st.lists(NASTY | CHARACTERS, max_size=30).map("".join) | st.text(CHARACTERS, min_size=200)
NAMES = st.sampled_from(["B", "W", "AB", "C", "LB", "AP", "FG", "CA", "KGSDE", "X9"])
PROPERTIES = st.dictionaries(NAMES, st.lists(TEXTS, min_size=1, max_size=3), max_size=4)


@st.composite
def trees(draw: st.DrawFn) -> Node:
    nodes = [Node(draw(PROPERTIES))]
    for own in draw(st.lists(PROPERTIES, max_size=12)):
        nodes.append(draw(st.sampled_from(nodes)).add_child(own))
    return nodes[0]


@settings(deadline=None, max_examples=200)
@given(st.lists(trees(), min_size=1, max_size=3), st.booleans())
def test_what_is_written_reads_back_the_same(games: list[Node], fold: bool) -> None:
    again = parse(serialize(games, fold=fold))
    assert again == games
    for mine, theirs in zip(games, again, strict=True):
        for one, other in zip(mine.walk(), theirs.walk(), strict=True):
            assert list(one.properties.items()) == list(other.properties.items())


@settings(deadline=None, max_examples=200)
@given(trees())
def test_bytes_read_back_the_same(game: Node) -> None:
    game.properties["CA"] = ["UTF-8"]
    assert parse(encode(game)) == [game]


@settings(deadline=None)
@given(st.text())
def test_any_text_is_a_value(text: str) -> None:
    once = parse(serialize(Node({"C": [text]})))
    assert parse(serialize(once)) == once
    assert encode(once)


@settings(deadline=None, max_examples=300)
@given(
    st.binary(max_size=300) | st.lists(st.sampled_from(b"(;)[]\\: BWC\n\r\xe9\x83"), max_size=80)
)
def test_any_bytes_are_read_or_are_an_error(data: bytes | list[int]) -> None:
    games = parsed_or_error(bytes(data))
    if isinstance(games, SgfError):
        assert (games.line or 0) >= 1
        assert (games.column or 0) >= 1
    else:
        assert parse(serialize(games)) == games


# -- charsets ----------------------------------------------------------------------------

TRICKY = {
    "cp932": "ソ表十予能―ゾ彙 黒番中押し勝ち",  # second bytes 5C and 5D
    "gb18030": "黑棋一段 猍臸 臷 € 㐀",
    "big5hkscs": "功許蓋 俞 白棋勝",
    "cp949": "흑 불계승 똠방각하",
    "euc_jp": "黒番中押し勝ち",
    "hz": "黑白",
    "iso2022_jp": "黒白の碁",
    "cp1252": "Müller – “Señor”",
    "cp1251": "Чёрные выиграли",
    "utf-8": "黑 ä 🙂",
}
DECLARED = {
    "GB2312": "gb18030",
    "gbk": "gb18030",
    "GB18030": "gb18030",
    "Shift_JIS": "cp932",
    "shift-jis": "cp932",
    "SJIS": "cp932",
    "x-sjis": "cp932",
    "Big5": "big5hkscs",
    "EUC-KR": "cp949",
    "KS_C_5601": "cp949",
    "KS_C_5601-1987": "cp949",
    "euc-jp": "euc_jp",
    "ISO-2022-JP": "iso2022_jp",
    "HZ-GB-2312": "hz",
    "windows-1252": "cp1252",
    "Windows-1251": "cp1251",
    "utf8": "utf-8",
    "UTF-8": "utf-8",
}


@pytest.mark.parametrize("declared", DECLARED)
def test_declared_charsets_are_honoured(declared: str) -> None:
    codec = DECLARED[declared]
    text = f"(;CA[{declared}]C[{TRICKY[codec]}];B[aa])"
    assert decode(text.encode(codec)) == text


@pytest.mark.parametrize("codec", ["cp932", "gb18030", "big5hkscs"])
def test_second_bytes_that_look_like_brackets_do_no_harm(codec: str) -> None:
    text = TRICKY[codec]
    data = f"(;CA[{codec}]PB[{text}]C[{text}])".encode(codec)
    assert b"\\" in data or data.count(b"]") > 3
    assert properties(data)[0]["PB"] == [text]


@pytest.mark.parametrize("codec", ["cp932", "gb18030", "big5hkscs", "cp949", "euc_jp", "utf-8"])
@pytest.mark.parametrize("declared", ["", "CA[Klingon]", "CA[UTF-8]", "CA[hex]", "CA[utf-16]"])
def test_missing_and_wrong_charsets_are_guessed(codec: str, declared: str) -> None:
    text = {
        "cp932": "黒番中押し勝ち。名人戦の第一局です。",
        "gb18030": "黑棋中盘胜。这是一局名人战,白的棋子不好。",
        "big5hkscs": "黑棋中盤勝。這是一局名人戰,白的棋子不好。",
        "cp949": "흑 불계승. 이 바둑은 명인전 제일국이다.",
        "euc_jp": "黒番中押し勝ち。名人戦の第一局です。",
        "utf-8": "黑棋中盘胜 ä",
    }[codec]
    game = f"(;{declared}C[{text}])"
    assert decode(game.encode(codec)) == game


@pytest.mark.parametrize("declared", ["ISO-8859-1", "windows-1252", "GB2312", "Big5", "ASCII"])
def test_utf8_with_the_wrong_name_is_still_utf8(declared: str) -> None:
    text = f"(;CA[{declared}]C[黑棋 中盘胜])"
    assert decode(text.encode()) == text


def test_a_damaged_character_does_not_spoil_the_rest() -> None:
    text = "(;CA[UTF-8]C[" + "黑棋中盘胜" * 10
    data = text.encode() + "白".encode()[:2] + b"])"
    assert decode(data).startswith(text)
    assert decode(data.replace(b"CA[UTF-8]", b"")).endswith("黑棋中盘胜\ufffd])")


def test_latin1_is_the_last_resort() -> None:
    assert decode("(;PB[Müller])".encode("latin-1")) == "(;PB[Müller])"
    assert guess("François Lézé, Göteborg".encode("latin-1")) == "latin-1"


@pytest.mark.parametrize(
    "name",
    [
        *("hex", "zlib", "rot13", "base64", "utf-7", "unicode_escape", "raw_unicode_escape"),
        *("idna", "punycode", "utf-16", "cp037", "undefined", "encodings", "..", "\0", "éééé"),
    ],
)
def test_names_that_are_no_charset_for_sgf_are_ignored(name: str) -> None:
    assert find_codec(name) is None
    text = rf"(;CA[{name}]C[a\\u0041\]b])"
    assert decode(text.encode()) == text


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=200), st.sampled_from([b"", *(name.encode() for name in DECLARED)]))
def test_decoding_never_fails(data: bytes, declared: bytes) -> None:
    assert isinstance(decode(b"(;CA[" + declared + b"]C[" + data + b"])"), str)


# -- trees as values ---------------------------------------------------------------------

DEPTH = 100_000


@pytest.fixture(scope="module", params=["(;B[aa](;W[bb])", "(;B[aa]"])
def deep(request: pytest.FixtureRequest) -> Node:
    (root,) = parse(request.param * DEPTH + ")" * DEPTH)
    return root


def test_deep_trees_are_written_copied_compared_and_pickled(deep: Node) -> None:
    text = serialize(deep)
    assert parse(text) == [deep]
    twins = [deep.copy(), copy.deepcopy(deep), copy.copy(deep), pickle.loads(pickle.dumps(deep))]
    assert all(twin == deep for twin in twins)
    *_, last = twins[0].walk()
    last.properties["C"] = ["changed"]
    assert twins[0] != deep
    assert sum(1 for _ in deep.walk()) >= DEPTH
    assert len(last.path()) >= DEPTH


def test_copies_are_independent_and_keep_their_place() -> None:
    (root,) = parse("(;A[1];B[aa](;W[bb])(;W[cc]))", source="x.sgf")
    child = root.children[0]
    for twin in (child.copy(), copy.copy(child), copy.deepcopy(child)):
        assert twin == child
        assert twin.parent is None
        assert str(twin.children[1].error("here")) == str(child.children[1].error("here"))
        twin.children[1].properties["W"].append("dd")
        twin.children.pop(0)
        assert twin != child
    assert serialize(root) == "(;A[1];B[aa]\n(;W[bb])\n(;W[cc]))"


def test_equality_sees_properties_and_order_of_variations() -> None:
    def tree(text: str) -> Node:
        return parse(text)[0]

    assert tree("(;A[1]B[2](;C[])(;D[]))") == tree("(;B[2]A[1](;C[])(;D[]))")
    assert tree("(;A[1](;C[])(;D[]))") != tree("(;A[1](;D[])(;C[]))")
    assert tree("(;A[1];C[])") != tree("(;A[1])")
    assert tree("(;A[1])") != tree("(;A[1][1])")
    assert tree("(;A[1])") != "(;A[1])"
    with pytest.raises(TypeError):
        hash(tree("(;)"))


def test_detaching_takes_a_node_out_by_identity() -> None:
    (root,) = parse("(;A[](;B[x])(;B[x])(;C[]))")
    second = root.children[1]
    second.detach()
    assert second.parent is None
    assert serialize(root) == "(;A[]\n(;B[x])\n(;C[]))"
    assert all(child is not second for child in root.children)
    second.detach()


def test_repr_is_short() -> None:
    (root,) = parse("(;A[1](;B[x])(;B[x]))")
    assert repr(root) == "<Node {'A': ['1']}, 2 children>"


@pytest.mark.parametrize("path", sorted(DATA.glob("*.sgf")), ids=lambda path: path.name)
def test_fixtures_round_trip(path: Path) -> None:
    games = parse(path.read_bytes())
    assert parse(serialize(games)) == games
    for game in games:
        game.properties["CA"] = ["UTF-8"]
    assert parse(encode(games)) == games
