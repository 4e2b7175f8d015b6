"""Games: what the nodes mean in Go, positions, marks, building, and sgfmill's opinion."""

from __future__ import annotations

import copy
import lzma
import pickle
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill_sgf
from sgfmill import sgf_moves

from goseki.board import Board
from goseki.coords import PASS, Color, Move, Point, Size
from goseki.errors import CoordinateError, GosekiError, SgfError
from goseki.game import Game
from goseki.records import parse_sgf, read_sgf
from goseki.rules import Rules

DATA = Path(__file__).parent / "data" / "sgf"
SHARED_GAMES = Path(__file__).parent.parent.parent / "shared" / "data" / "games"


def game_of(text: str | bytes) -> Game:
    (game,) = parse_sgf(text)
    return game


def vertices(points: list[Point]) -> list[str]:
    return [str(point) for point in points]


# -- what the root says ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("(;)", Size(19, 19)),
        ("(;SZ[])", Size(19, 19)),
        ("(;SZ[1])", Size(1, 1)),
        ("(;SZ[ 9 ])", Size(9, 9)),
        ("(;SZ[5:6])", Size(5, 6)),
        ("(;SZ[19x19])", Size(19, 19)),
        ("(;GM[ 1 ]SZ[13:13])", Size(13, 13)),
    ],
)
def test_size(text: str, size: Size) -> None:
    assert game_of(text).size == size
    assert game_of(text).position().size == size


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("(;)", 0.0),
        ("(;KM[])", 0.0),
        ("(;KM[6.5])", 6.5),
        ("(;KM[6,5])", 6.5),
        ("(;KM[ -3 ])", -3.0),
        ("(;RU[Chinese])", 0.0),
        ("(;RU[Chinese]KM[7])", 7.0),
    ],
)
def test_komi(text: str, komi: float) -> None:
    game = game_of(text)
    assert game.komi == game.rules.komi == game.position().rules.komi == komi


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", "migos"),
        ("Japanese", "japanese"),
        ("japanese rules", "japanese"),
        ("日本ルール", "japanese"),
        ("Chinese", "chinese"),
        ("中国规则", "chinese"),
        ("Korean", "korean"),
        ("AGA", "aga"),
        ("NZ", "new-zealand"),
        ("New Zealand", "new-zealand"),
        ("Tromp-Taylor", "tromp-taylor"),
        ("GOE", "chinese"),
        ("Ing SST", "chinese"),
        ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
        ("house rules", "migos"),
        ("{not JSON", "migos"),
    ],
)
def test_rules(text: str, name: str) -> None:
    assert game_of(f"(;RU[{text}])").rules == Rules.parse(name, komi=0)


def test_rules_asked_for_replace_those_of_the_file() -> None:
    game = game_of("(;SZ[9]RU[Japanese]KM[5.5])")
    assert game.position(rules="chinese").rules == Rules.parse("chinese", komi=5.5)
    assert game.position(rules=Rules.parse("aga")).rules == Rules.parse("aga")
    assert game_of("(;SZ[9])").position(rules="chinese").rules.komi == 7.5


def test_players_result_and_other_texts() -> None:
    game = game_of("(;PB[Anna\nB.]PW[]RE[ W+Resign ]EV[Cup])")
    assert game.players == {"B": "Anna B.", "W": ""}
    assert (game.result, game.winner, game.info("EV"), game.info("DT")) == (
        "W+Resign",
        "W",
        "Cup",
        "",
    )
    assert game_of("(;)").result is None
    assert [
        game_of(f"(;RE[{text}])").winner for text in ("B+3.5", "black+R", "0", "?", "Void")
    ] == [
        "B",
        "B",
        None,
        None,
        None,
    ]
    game.result = "B+1"
    assert game.winner == "B"


# -- positions ---------------------------------------------------------------------------


def test_position_after_a_move() -> None:
    game = read_sgf(DATA / "captures.sgf")
    assert game.position(move=0) == Board("5x5")
    before, after = game.position(move=7), game.position(move=8)
    assert (before.at("C4"), before.at("B4")) == ("B", None)
    assert (after.at("C4"), after.at("B4"), str(after.ko)) == (None, "W", "C4")
    assert len(after.moves) == 8
    assert game.position(move=22) == game.position() == game.position(node=game.end)


@pytest.mark.parametrize("move", [-1, 23, 1000])
def test_a_move_that_is_not_there(move: int) -> None:
    path = DATA / "captures.sgf"
    with pytest.raises(
        SgfError, match=rf"there is no move {move}: the game has 22 moves"
    ) as caught:
        read_sgf(path).position(move=move)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_broken_move_does_no_harm_to_the_positions_before_it() -> None:
    for broken in ("zz", "ee"):
        game = game_of(f"(;SZ[9];B[ee];W[cc];B[{broken}])")
        assert game.position(move=2).to_play == "B"
        with pytest.raises(SgfError, match="move 3"):
            game.position(move=3)


def test_setup_and_a_move_in_one_node() -> None:
    game = game_of("(;SZ[9]AB[cc];AW[dd]PL[W]B[ee])")
    assert (game.position(move=0).at("D6"), game.position(move=0).to_play) == ("W", "W")
    assert game.position().moves == [Move("B", Point.parse("E5"))]


def test_moves_and_passes() -> None:
    game = game_of("(;SZ[9];B[ee];W[];B[tt];C[no move];W[aa])")
    assert game.moves() == [
        Move("B", Point.parse("E5")),
        Move("W", PASS),
        Move("B", PASS),
        Move("W", Point.parse("A9")),
    ]
    assert game.move_indices() == [("B", 40), ("W", -1), ("B", -1), ("W", 0)]
    assert [game.move_at(node) for node in game.main_line()][3:5] == [Move("B", PASS), None]


def test_old_ways_to_write_a_point() -> None:
    game = game_of("(;SZ[9];B[EE];W[ cc ];B[D4];W[c3];B[TT])")
    assert [str(move.point) for move in game.moves()] == ["E5", "C7", "D4", "C3", "pass"]


def test_setup_at_any_node() -> None:
    game = game_of(
        "(;SZ[5]AB[aa:bb][cc]AW[ee];B[dd];AE[aa:ba]AW[dd][ce]PL[B];B[ea](;W[eb])(;AB[ac];W[ca]))"
    )
    assert vertices(game.position(move=0).stones("B")) == ["A5", "B5", "A4", "B4", "C3"]
    edited = game.position(move=1)
    assert vertices(edited.stones("B")) == ["A4", "B4", "C3"]
    assert vertices(edited.stones("W")) == ["D2", "C1", "E1"]
    assert edited.to_play == "B"
    *_, last = game.nodes()
    variation = game.position(node=last)
    assert (variation.at("A3"), variation.at("C5"), variation.at("E4")) == ("B", "W", None)


def test_rectangles_may_start_at_any_corner() -> None:
    boards = [game_of(f"(;SZ[5]AB[{text}])").position() for text in ("bb:cd", "cd:bb", "bd:cb")]
    assert boards[0] == boards[1] == boards[2]
    assert len(boards[0].stones("B")) == 6
    assert vertices(game_of("(;SZ[5]AB[bb:bb][])").position().stones("B")) == ["B4"]


@pytest.mark.parametrize(
    ("text", "to_play"),
    [
        ("(;SZ[9])", "B"),
        ("(;SZ[9]HA[2]AB[cc][gg])", "W"),
        ("(;SZ[9]HA[2]AB[cc][gg]PL[B])", "B"),
        ("(;SZ[9]AB[cc];W[dd])", "W"),
        ("(;SZ[9]AB[cc];;W[dd])", "W"),
        ("(;SZ[9]AB[cc]W[dd];B[ee])", "W"),
        ("(;SZ[9]PL[]AB[cc];W[dd])", "W"),
        ("(;SZ[9]PL[white];B[dd])", "W"),
        ("(;SZ[9]PL[2];B[dd])", "W"),
        ("(;SZ[9];AB[cc]PL[W];B[dd])", "W"),
    ],
)
def test_who_plays_first(text: str, to_play: Color) -> None:
    game = game_of(text)
    assert game.position(move=0).to_play == to_play


def test_who_plays_next_is_who_did_not_play_last() -> None:
    game = game_of("(;SZ[9]HA[2]AB[cc][gg];W[ee];W[ff])")
    board = game.position()
    assert board.to_play == "B"
    assert board.handicap == 2
    assert board.start_position().to_play == "W"
    assert game.position(move=1).to_play == "B"


def test_moves_that_a_ko_rule_forbids_are_played() -> None:
    game = game_of("(;SZ[5]RU[Chinese];B[ba];W[ca];B[ab];W[cc];B[bc];W[db];B[cb];W[bb];B[cb])")
    assert game.position().at("C4") == "B"
    assert game.position().at("B4") is None


def test_moves_after_the_end_are_played() -> None:
    assert game_of("(;SZ[9];B[];W[];B[];W[];B[ee])").position().at("E5") == "B"


def test_replay_gives_the_board_before_each_move() -> None:
    game = read_sgf(DATA / "handicap.sgf")
    for number, (board, move) in enumerate(game.replay()):
        assert board == game.position(move=number)
        assert move == game.moves()[number]
        assert board.to_play == move.color
    assert number == 30


def test_lines_of_variations() -> None:
    first, second = parse_sgf((DATA / "variations.sgf").read_bytes())
    assert [len(game.moves()) for game in (first, second)] == [4, 2]
    leaves = [node for node in first.nodes() if not node.children]
    assert [" ".join(str(move.point) for move in first.moves(leaf)) for leaf in leaves] == [
        "E5 G7 C3 C7",
        "E5 G7 C3 G3 C7",
        "E5 C5 C6 D6",
        "E5 C5 C6 B6 D6",
        "E5 C5 C6 pass",
    ]
    for ask in (first.moves, lambda node: first.position(node=node)):
        with pytest.raises(GosekiError, match="not a node of this game"):
            ask(second.root)
    with pytest.raises(GosekiError, match="not both"):
        first.position(1, node=first.root)


# -- marks -------------------------------------------------------------------------------


def test_marks_and_labels() -> None:
    game = parse_sgf((DATA / "variations.sgf").read_bytes())[0]
    node = game.root.children[0].children[1].children[0]
    assert game.marks(node) == {"TR": [Point.parse("C5"), Point.parse("E5")]}
    assert game.labels(node) == {Point.parse("D6"): "A", Point.parse("B5"): "B: maybe"}
    assert (game.marks(game.root), game.labels(game.root)) == ({}, {})


def test_marks_of_old_files_and_lists_of_points() -> None:
    game = game_of("(;SZ[9]M[aa]MA[bb]L[cc][dd]TB[aa:ba]TW[])")
    assert {name: vertices(points) for name, points in game.marks(game.root).items()} == {
        "MA": ["A9", "B8"],
        "TB": ["A9", "B9"],
        "TW": [],
    }
    assert list(game.labels(game.root).values()) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "is_problem"),
    [
        ("(;SZ[9]AB[aa]AW[bb](;B[cc];W[dd])(;B[dd]))", True),
        ("(;SZ[9]AB[aa]AW[bb];B[cc](;W[dd])(;W[ee]))", True),
        ("(;SZ[9]AB[aa]AW[bb]TR[aa];B[cc])", True),  # a marked target
        ("(;SZ[9]AB[aa]AW[bb])", True),
        ("(;SZ[9]AB[aa]AW[bb];B[cc];W[dd])", False),  # a game that goes on from a position
        ("(;SZ[9]HA[2]AB[aa][bb](;W[cc];B[dd])(;W[ee]))", False),  # handicap, with comments
        ("(;SZ[9];B[aa](;W[bb])(;W[cc]))", False),
    ],
)
def test_a_problem_opens_before_its_solution(text: str, is_problem: bool) -> None:
    game = game_of(text)
    assert game.is_problem == is_problem
    assert game.opens_at is (game.root if is_problem else game.end)
    assert game.position() == game.position(node=game.opens_at)
    assert game.node_after() is game.opens_at


CORNER = "AB[cb][bc]AW[ab][bb]"


@pytest.mark.parametrize(
    ("text", "view"),
    [
        (f"(;SZ[19]{CORNER}(;B[aa])(;B[ba]))", "A15:E19"),
        (f"(;SZ[19]{CORNER}(;B[aa];W[gg])(;B[ba]))", "A11:J19"),  # its answers are in it, too
        (f"(;SZ[19]{CORNER}LB[ga:x])", "A15:J19"),
        ("(;SZ[19]AB[jj]AW[kk])", "H7:N12"),  # all four sides are cut
        ("(;SZ[19]AB[qq]AW[dd])", None),  # not in one part
        ("(;SZ[19]AB[dd]AW[de];B[ee];W[ff])", None),  # a game
        (f"(;SZ[9]{CORNER})", None),  # a small board
        ("(;SZ[9];B[ee]VW[aa:dd])", "A6:D9"),  # the file says so
        (f"(;SZ[19]{CORNER}(;B[zz])(;B[ba]))", None),  # cannot be read
    ],
)
def test_a_problem_in_one_part_of_the_board_is_looked_at_there(text: str, view: str | None) -> None:
    found = game_of(text).view
    assert (None if found is None else str(found)) == view


def test_a_game_draws_itself_with_its_marks() -> None:
    game = game_of("(;SZ[5];B[cc];W[bb]TR[cc]LB[aa:x])")
    svg = game._repr_svg_()
    assert svg is not None
    assert 'class="triangle"' in svg
    assert ">x<" in svg
    html = game._repr_html_()
    assert html is not None
    assert "<figcaption>move 2 of 2</figcaption>" in html
    assert game_of("(;SZ[5];B[cc];W[cc])")._repr_html_() is None  # it cannot be played


def test_targets_are_marked_stones() -> None:
    assert vertices(read_sgf(DATA / "problem.sgf").targets()) == ["B8"]
    assert game_of("(;SZ[9]AB[aa])").targets() == []
    assert game_of("(;SZ[9]AB[aa]MA[bb])").targets() == []
    game = game_of("(;SZ[9]AB[aa]SQ[aa]TR[bb];W[bb]TR[bb][aa])")
    assert vertices(game.targets()) == ["A9"]
    assert vertices(game.targets(game.end)) == ["B8", "A9"]


# -- building ----------------------------------------------------------------------------


def test_a_game_built_by_hand() -> None:
    game = Game.new("5x6", "japanese", komi=0.5)
    game.add_setup(black=["E1", "A6"], white=["C3"], to_play="W")
    first = game.add_move("D4")
    game.add_move("pass")
    last = game.add_variation(["B2", Move("B", Point.parse("B3")), "B4"], first, "B")
    game.set_marks(first, TR=["D4", "A1"], TB=[], LB={"B2": "x:y", Point.parse("A1"): "]"})
    assert str(game) == (
        "(;FF[4]GM[1]SZ[5:6]RU[Japanese]KM[0.5]AB[aa][ef]AW[cd]PL[W]"
        ";W[dc]TR[af][dc]\nLB[af:\\]][be:x\\:y]\n(;B[])\n(;B[be];B[bd];W[bc]))"
    )
    assert parse_sgf(str(game)) == [game]
    assert game.labels(first)[Point.parse("B2")] == "x:y"
    assert game.position().to_play == "W"
    assert game.position(node=last).to_play == "B"


def test_colours_alternate_from_whose_turn_it_is() -> None:
    game = Game.new("9x9")
    nodes = [game.add_move(vertex) for vertex in ("E5", "pass", "C3")]
    assert [*map(game.move_at, nodes)] == [
        Move("B", Point.parse("E5")),
        Move("W", PASS),
        Move("B", Point.parse("C3")),
    ]
    handicap = game_of("(;SZ[9]HA[2]AB[cc][gg];C[empty])")
    assert handicap.move_at(handicap.add_move("E5")) == Move("W", Point.parse("E5"))
    turned = game_of("(;SZ[9];B[aa];PL[B])")
    assert turned.move_at(turned.add_move("E5")) == Move("B", Point.parse("E5"))
    sibling = game_of("(;SZ[9];W[aa])")
    assert sibling.move_at(sibling.add_move("E5", node=sibling.root)) == Move(
        "W", Point.parse("E5")
    )


def test_setup_and_marks_are_sorted_added_and_replaced() -> None:
    game = Game.new("9x9")
    game.add_setup(black=["C3"])
    game.add_setup(black=["A9", "C3"], empty=[40])
    game.set_marks(game.root, SQ=["C3", "A1"], CR=["B2"], LB={"A1": "1"})
    game.set_marks(SQ=[0], CR=[], LB={})
    own = game.root.properties
    assert (own["AB"], own["AE"], own["SQ"]) == (["aa", "cg"], ["ee"], ["aa"])
    assert not {"CR", "LB"} & own.keys()


def test_what_is_off_the_board_is_not_added() -> None:
    game = Game.new("5x5")
    before = str(game)
    for add in (
        lambda: game.add_move("F6"),
        lambda: game.add_move(25),
        lambda: game.add_setup(white=["F6"]),
        lambda: game.add_setup(white=["pass"]),
        lambda: game.set_marks(TR=["A6"]),
    ):
        with pytest.raises(CoordinateError):
            add()
    with pytest.raises(GosekiError, match="unknown mark 'XX'"):
        game.set_marks(XX=["A1"])
    assert str(game) == before


def test_from_board_keeps_setup_moves_and_rules() -> None:
    board = Board("5x6", Rules.parse("aga", komi=3.5))
    board.setup(black=["A1", "C3"], white=["E6"], to_play="W")
    board.handicap = 2
    for vertex in ("D4", "D5", "pass", "B2"):
        board.play(vertex)
    game = Game.from_board(board)
    again = game_of(str(game)).position()
    assert again == board
    assert again.moves == board.moves
    assert again.start_position() == board.start_position()
    assert (again.rules, again.handicap) == (board.rules, 2)


@pytest.mark.parametrize("to_play", ["B", "W"])
@pytest.mark.parametrize("handicap", [0, 2])
def test_from_board_without_moves_keeps_the_turn(to_play: Color, handicap: int) -> None:
    board = Board("5x5")
    board.setup(black=["A1", "C3"], to_play=to_play)
    board.handicap = handicap
    assert Game.from_board(board).position() == board


RULES = st.builds(
    Rules,
    ko=st.sampled_from(["SIMPLE", "POSITIONAL", "SITUATIONAL", "NONE"]),
    repetition=st.sampled_from(["NONE", "DRAW", "PASSES"]),
    suicide=st.booleans(),
    scoring=st.sampled_from(["AREA", "TERRITORY"]),
    komi=st.integers(-20, 20).map(lambda half: half / 2),
) | st.sampled_from(["migos", "chinese", "japanese", "korean", "aga", "new-zealand"]).map(
    Rules.parse
)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 7), st.integers(1, 7), RULES, st.randoms(use_true_random=False))
def test_random_games_survive_the_way_through_sgf(
    columns: int, rows: int, rules: Rules, random: object
) -> None:
    board = Board(Size(columns, rows), rules)
    for _ in range(40):
        if board.is_over:
            break
        board.play(random.choice(list(board.legal_moves)))  # type: ignore[attr-defined]
    again = game_of(str(Game.from_board(board)))
    assert again.moves() == board.moves
    assert again.position() == board
    assert again.rules == rules


# -- games as values ---------------------------------------------------------------------


def test_games_copy_compare_and_pickle() -> None:
    game = read_sgf(DATA / "variations.sgf")
    for twin in (
        game.copy(),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
    ):
        assert twin == game
        assert twin.position() == game.position()
        twin.add_move("J9")
        assert twin != game
    assert game != "a game"
    assert repr(game) == "<Game 9x9, 4 moves>"
    assert repr(read_sgf(DATA / "server.sgf")) == "<Game 9x9, 7 moves, B+Resign>"


def test_errors_of_a_pickled_game_still_name_the_place() -> None:
    game = pickle.loads(pickle.dumps(parse_sgf("(;SZ[9];B[aa]\n;W[aa])", source="x.sgf")[0]))
    with pytest.raises(SgfError, match=r"x\.sgf: line 2, column 1: move 2: illegal move W A9"):
        game.position()


# -- sgfmill -----------------------------------------------------------------------------


def sgfmill_reading(data: bytes) -> tuple[list[tuple[str, int]], list[list[int]]]:
    """Moves as indices and the final stones, top row first, by sgfmill."""
    game = sgfmill_sgf.Sgf_game.from_bytes(data)
    board, plays = sgf_moves.get_setup_and_moves(game)
    moves = []
    for color, point in plays:
        if point is not None:
            board.play(*point, color)
        row, column = point or (0, 0)
        index = -1 if point is None else (board.side - 1 - row) * board.side + column
        moves.append((color.upper(), index))
    sign = {"b": 1, "w": -1, None: 0}
    rows = reversed(range(board.side))
    return moves, [[sign[board.get(row, col)] for col in range(board.side)] for row in rows]


def assert_same_as_sgfmill(data: bytes) -> None:
    moves, stones = sgfmill_reading(data)
    game = parse_sgf(data)[0]
    assert game.move_indices() == moves
    assert np.array_equal(game.position(node=game.end).to_array(), stones)


@pytest.mark.parametrize(
    "name", ["server.sgf", "handicap.sgf", "captures.sgf", "variations.sgf", "problem.sgf"]
)
def test_sgfmill_agrees_on_the_fixtures(name: str) -> None:
    assert_same_as_sgfmill((DATA / name).read_bytes())


def test_sgfmill_reads_what_is_written() -> None:
    game = read_sgf(DATA / "server.sgf")
    root = sgfmill_sgf.Sgf_game.from_string(str(game)).get_root()
    assert root.get("C") == game.root.get("C")
    assert root.get("PB") == game.players["B"]


@pytest.mark.skipif(not SHARED_GAMES.is_dir(), reason="the shared game records are not here")
@pytest.mark.parametrize("path", sorted(SHARED_GAMES.glob("*.sgfs.xz")), ids=lambda path: path.name)
def test_sgfmill_agrees_on_a_sample_of_real_games(path: Path) -> None:
    with lzma.open(path) as lines:
        for line in islice(lines, 0, 400, 20):
            assert_same_as_sgfmill(line)
