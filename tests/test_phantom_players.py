"""The players of Phantom Go: what they believe, what they try, and how they think."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goseki import GosekiError, _core
from goseki.connected import component, neighbors_of
from goseki.coords import PASS, Color, Point, Size, opponent
from goseki.diagram import parse_diagram
from goseki.job import Limits
from goseki.phantom import (
    PLAYERS,
    BeliefBoard,
    GameLog,
    Observation,
    PhantomPlayer,
    PhantomRules,
    Referee,
    Settings,
    play_game,
    replay,
)
from goseki.phantom.tournament import Entrant, run_tournament
from tests.support import probe
from tests.support.phantom_games import GAMES

pytestmark = pytest.mark.core

METHODS = PLAYERS[:7]
FLAT = ("mce_std", "mce_all")
TREES = METHODS[3:]
Signs = npt.NDArray[np.int8]


def signs_of(text: str) -> Signs:
    diagram = parse_diagram(text)
    board = np.zeros(diagram.size.points, dtype=np.int8)
    board[[diagram.size.index(point) for point in diagram.black]] = 1
    board[[diagram.size.index(point) for point in diagram.white]] = -1
    return board.reshape(diagram.size.rows, diagram.size.columns)


def choose(signs: Signs, black: bool = True, **options: object) -> tuple[int, int, list]:  # type: ignore[type-arg]
    given = {
        "unknown": 0,
        "refused": [],
        "method": "mce_all",
        "territory": False,
        "komi": 0.5,
        "simulations": 60,
        "seconds": 0.0,
        "seed": 1,
        "threads": 1,
        "exploration": 0.5,
        "caution": 1.0,
        "bias": 0.001,
    }
    return _core.phantom_choose(signs, black=black, **(given | options))  # type: ignore[arg-type]


def names(indices: list[int], signs: Signs) -> set[str]:
    rows, columns = signs.shape
    return {str(Size(columns, rows).point(index)) for index in indices}


# -- what may be tried ------------------------------------------------------------------------


def slow_candidates(signs: Signs, black: bool) -> list[int]:
    """The rule of the thesis written out: empty, no suicide, and no own eye, which is a point
    with own stones or the edge on all sides, unless one of their chains is in atari."""
    rows, columns = signs.shape
    size, board, mine = Size(columns, rows), signs.reshape(-1), 1 if black else -1
    around = neighbors_of(size)

    def liberties(stone: int) -> set[int]:
        chain = component(size, stone, lambda p: board[p] == board[stone])
        return {p for member in chain for p in around[member] if board[p] == 0}

    found = []
    for point in np.flatnonzero(board == 0).tolist():
        if any(board[p] == 0 for p in around[point]):
            found.append(point)
            continue
        own = [p for p in around[point] if board[p] == mine]
        breathes = any(len(liberties(p)) > 1 for p in own)
        captures = any(len(liberties(p)) == 1 for p in around[point] if board[p] == -mine)
        is_eye = len(own) == len(around[point]) and all(len(liberties(p)) > 1 for p in own)
        if (breathes or captures) and not is_eye:
            found.append(point)
    return found


SHAPES = [(1, 3), (1, 7), (2, 2), (3, 3), (4, 5), (6, 6), (9, 9)]


@st.composite
def beliefs(draw: st.DrawFn, shapes: list[tuple[int, int]] = SHAPES) -> Signs:
    """Any stones at all: a belief may hold blocks without a liberty."""
    rows, columns = draw(st.sampled_from(shapes))
    cells = draw(
        st.lists(
            st.sampled_from([0, 0, 0, 1, -1] if draw(st.booleans()) else [0, 1, 1, -1]),
            min_size=rows * columns,
            max_size=rows * columns,
        )
    )
    return np.array(cells, dtype=np.int8).reshape(rows, columns)


@given(beliefs(), st.booleans())
def test_candidates_follow_the_rule(signs: Signs, black: bool) -> None:
    assert _core.phantom_candidates(signs, black) == slow_candidates(signs, black)


def test_a_false_eye_is_an_eye_until_it_is_in_atari() -> None:
    # A1 has X on both sides and O on the diagonal.
    quiet = signs_of("...../...../X..../XO.../.X...")
    assert "A1" not in names(_core.phantom_candidates(quiet, True), quiet)
    in_atari = signs_of("...../...../X..../XOO../.XO..")
    assert "A1" in names(_core.phantom_candidates(in_atari, True), in_atari)
    assert "A1" not in names(_core.phantom_candidates(in_atari, True, [20]), in_atari)


def board_numbers(signs: Signs) -> list[int]:
    rows, columns = signs.shape
    return [columns, rows, *signs.reshape(-1).tolist()]


def simulated_game(
    signs: Signs, black: bool, unknown: int, seed: int
) -> tuple[list[int], list[tuple[bool, int]]]:
    """Where unknown stones were put, and then the moves: whether Black played, and where."""
    answer = probe.ask("phantom_game", black, unknown, seed, *board_numbers(signs))
    count, *numbers = answer
    moves = numbers[count:]
    return numbers[:count], [
        (bool(by_black), point) for by_black, point in zip(moves[::2], moves[1::2], strict=True)
    ]


@given(beliefs(SHAPES[:-2]), st.booleans(), st.integers(0, 6), st.integers(0, 10**6))
def test_simulated_games_follow_the_rule_to_the_end(
    signs: Signs, black: bool, unknown: int, seed: int
) -> None:
    scattered, moves = simulated_game(signs, black, unknown, seed)
    assert len(scattered) <= unknown
    rows, columns = signs.shape
    size, board = Size(columns, rows), signs.reshape(-1).copy()
    breathless = chains_without_liberty(size, board)
    # Scattered stones take nothing and are not taken.
    assert all(board[point] == 0 for point in scattered)
    board[scattered] = -1 if black else 1
    assert chains_without_liberty(size, board) == breathless
    ko, turn, passes = -1, black, 0
    for by_black, point in moves:
        if by_black != turn:  # the other side had to pass
            assert not set(slow_candidates(board.reshape(rows, columns), turn)) - {ko}
            ko = -1
            passes += 1
        assert point in slow_candidates(board.reshape(rows, columns), by_black)
        assert point != ko
        ko = play_on(size, board, point, 1 if by_black else -1)
        turn = not by_black
    if len(moves) + passes < 3 * size.points - 1:
        final = board.reshape(rows, columns)
        assert not set(slow_candidates(final, turn)) - {ko}
        assert not slow_candidates(final, not turn)


def chains_without_liberty(size: Size, board: Signs) -> set[int]:
    around = neighbors_of(size)
    found = set()
    for stone in np.flatnonzero(board).tolist():
        chain = component(size, stone, lambda p, color=board[stone]: board[p] == color)
        if all(board[p] for member in chain for p in around[member]):
            found.add(stone)
    return found


def play_on(size: Size, board: Signs, point: int, color: int) -> int:
    """Play a legal move in place and return the ko point, or -1."""
    around = neighbors_of(size)
    board[point] = color
    taken: set[int] = set()
    for p in around[point]:
        if board[p] == -color and p in chains_without_liberty(size, board):
            taken |= component(size, p, lambda q: board[q] == -color)
    for p in taken:
        board[p] = 0
    alone = all(board[p] != color for p in around[point])
    liberties = [p for p in around[point] if board[p] == 0]
    return next(iter(taken)) if len(taken) == 1 and alone and len(liberties) == 1 else -1


@given(beliefs(), st.booleans(), st.integers(0, 12), st.sampled_from(METHODS), st.booleans())
@settings(max_examples=200)
def test_every_method_answers_any_belief(
    signs: Signs, black: bool, unknown: int, method: str, territory: bool
) -> None:
    allowed = _core.phantom_candidates(signs, black, [0])
    move, simulations, values, _ = choose(
        signs, black, unknown=unknown, refused=[0], method=method, territory=territory
    )
    assert move in allowed if allowed else move == -1
    assert {index for index, _, _ in values} <= set(allowed)
    assert (simulations > 0) == (len(allowed) > 1 and method != "random")


# -- how they think ---------------------------------------------------------------------------


@pytest.mark.parametrize("method", FLAT)
@pytest.mark.parametrize("territory", [False, True])
def test_threads_do_not_change_the_answer(method: str, territory: bool) -> None:
    signs = signs_of("......./..X.O../......./.X.X.O./......./..O..../.......")
    options = {"method": method, "territory": territory, "unknown": 3, "simulations": 777}
    alone = choose(signs, **options)
    assert all(choose(signs, threads=threads, **options) == alone for threads in (2, 3))
    assert choose(signs, **(options | {"seed": 2})) != alone


def test_standard_monte_carlo_gives_all_moves_equally_many_games() -> None:
    signs = np.zeros((5, 5), dtype=np.int8)
    _, simulations, values, _ = choose(signs, method="mce_std", simulations=101)
    assert simulations == 125
    assert {visits for _, visits, _ in values} == {5}


def test_all_as_first_counts_the_first_stone_on_a_point_only() -> None:
    signs = np.zeros((3, 3), dtype=np.int8)  # small, so points are played on more than once
    values = choose(signs, simulations=400)[2]
    games = [simulated_game(signs, True, 0, seed)[1] for seed in range(400)]
    assert len(values) == 9
    for index, visits, _ in values:
        firsts = [next((by_black for by_black, p in g if p == index), None) for g in games]
        assert visits == pytest.approx(firsts.count(True), abs=60)


def test_all_as_first_plays_exactly_the_games_asked_for() -> None:
    assert choose(np.zeros((5, 5), dtype=np.int8), simulations=101)[1] == 101


@pytest.mark.parametrize("method", TREES)
def test_uct_expands_on_the_second_visit_and_plays_the_most_visited(method: str) -> None:
    signs = signs_of("...../.X.O./...../.O.X./.....")
    assert choose(signs, method=method, simulations=1, unknown=2)[1:3] == (1, [])
    _, simulations, values, _ = choose(signs, method=method, simulations=2, unknown=2)
    assert (simulations, sum(visits for _, visits, _ in values)) == (2, 1)
    move, simulations, values, _ = choose(signs, method=method, simulations=400, unknown=2)
    assert (simulations, sum(visits for _, visits, _ in values)) == (400, 399)
    visits_of = {index: visits for index, visits, _ in values}
    assert visits_of[move] == max(visits_of.values())


@pytest.mark.parametrize("method", ["mce_std", *TREES])
def test_a_large_capture_is_seen(method: str) -> None:
    signs = signs_of("O.O.O/.XXX./XOOO./.XXX./O.O.O")
    options = {"method": method, "territory": True, "simulations": 800, "exploration": 8.0}
    assert names([choose(signs, **options)[0]], signs) == {"E3"}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("territory", [False, True])
def test_white_thinks_as_black_does(method: str, territory: bool) -> None:
    signs = signs_of("......./..X.O../......./.X.X.O./......./..O..../.......")
    options = {"method": method, "territory": territory, "unknown": 3, "simulations": 300}
    black, _, values, _ = choose(signs, True, komi=0.0, **options)
    white, _, mirrored, _ = choose(-signs, False, komi=0.0, **options)
    assert black == white
    assert [visits for _, visits, _ in values] == [visits for _, visits, _ in mirrored]


def test_uct_prob_fears_that_the_reply_is_on_the_board_already() -> None:
    """The thesis on UCT_rand (3.2.1): it "assumes that it can always reply to an opponent
    move", though that "may already have been made". Black lives by B1 or C1, whichever White
    leaves; with F1 he wins, if he lives. A hidden stone on B1 or C1 kills him."""
    signs = signs_of(".O.OOO/OOOOOO/XXXXXO/....X.")

    def value_of_f1(method: str, *, unknown: int, caution: float = 1.0) -> float:
        _, _, values, _ = choose(
            signs,
            method=method,
            unknown=unknown,
            caution=caution,
            komi=-3.5,
            exploration=0.2,
            simulations=2000,
        )
        return next(value for index, _, value in values if names([index], signs) == {"F1"})

    assert value_of_f1("uct_rand", unknown=1) > 0.9
    assert value_of_f1("uct_prob", unknown=1) < 0.5
    # Without caution, or with nothing hidden, it is as confident.
    assert value_of_f1("uct_prob", unknown=1, caution=0.0) > 0.9
    assert value_of_f1("uct_prob", unknown=0) > 0.9


def influence(signs: Signs) -> int:
    return probe.ask("influence", *board_numbers(signs))[0]


def test_influence() -> None:
    assert influence(signs_of(".X.")) == 64  # 4, 56, 4 after four passes
    assert influence(signs_of("...../.X.O./.....")) == 0
    assert influence(signs_of(".O.")) == -64


def test_influence_breaks_ties_in_the_order_of_first_visits() -> None:
    # In 26 simulations every move of an empty 5x5 is visited once. The centre gains most
    # influence: with a strong bias it is visited most.
    signs = np.zeros((5, 5), dtype=np.int8)
    move, *_ = choose(signs, method="uct_infmove", simulations=60, bias=10.0)
    assert names([move], signs) == {"C3"}


def test_the_limit_of_time_counts_for_every_method() -> None:
    empty = np.zeros((5, 5), dtype=np.int8)
    for method in METHODS[1:]:
        for processor_time in (False, True):
            options = {"simulations": 0, "seconds": 0.02, "processor_time": processor_time}
            assert choose(empty, method=method, **options)[1] > 0


def test_thinking_can_be_interrupted() -> None:
    def stop(progress: object) -> None:
        raise KeyboardInterrupt

    for method in ("mce_std", "mce_all", "uct_rand"):
        *_, interrupted = choose(
            np.zeros((9, 9), dtype=np.int8),
            method=method,
            simulations=0,
            seconds=60.0,
            progress=stop,
        )
        assert interrupted
    for name in ("ismcts", "best"):
        player = PhantomPlayer(name, PhantomRules(), "B", Settings(None, seconds=60.0))
        thought = player.decide(progress=stop)
        assert thought.interrupted
        assert not thought.point.is_pass


# -- what they believe ------------------------------------------------------------------------


def told(belief: BeliefBoard, *seen: Observation) -> None:
    for observation in seen:
        belief.observe(observation)


def played(point: str, captured: int = 0) -> Observation:
    return Observation(True, "played", Point.parse(point), captured=captured)


def refused(point: str) -> Observation:
    return Observation(True, "refused", Point.parse(point))


def test_after_22_plies_of_the_first_game_both_miss_one_stone() -> None:
    referee = replay(GameLog(GameLog.parse(GAMES["G1"]).turns[:22]))
    for color in ("B", "W"):
        belief = BeliefBoard(referee.rules, color)
        told(belief, *referee.information_state(color).observations)
        assert (belief.opponent_moves, len(belief.points(opponent(color)))) == (11, 10)
        assert belief.unknown == 1


def test_a_capture_empties_every_region_it_may_have_been() -> None:
    belief = BeliefBoard(PhantomRules(Size(5, 1)), "B")
    told(belief, refused("A1"), refused("E1"), played("C1", captured=2))
    assert belief.points("W") == []
    belief = BeliefBoard(PhantomRules(Size(6, 1)), "B")
    told(belief, refused("A1"), refused("F1"), played("D1", captured=3))
    assert belief.points("W") == [Point.parse("F1")]


def test_own_stones_go_and_unknown_never_falls_below_zero() -> None:
    belief = BeliefBoard(PhantomRules(), "W")
    told(belief, Observation(False, "played"), played("E5"), refused("E4"), refused("E6"))
    assert belief.unknown == 0
    told(belief, Observation(False, "played", lost=(Point.parse("E5"),)))
    assert belief.points("W") == []
    assert belief.points("B") == [Point.parse("E6"), Point.parse("E4")]


def test_rules_that_tell_leave_no_phantom_stones() -> None:
    belief = BeliefBoard(PhantomRules(refusal="cause"), "B")
    told(belief, Observation(True, "refused", Point.parse("A1"), cause="suicide"))
    told(belief, Observation(True, "refused", Point.parse("A2"), cause="occupied"))
    assert belief.points("W") == [Point.parse("A2")]


def test_a_group_without_liberties_is_probed_once() -> None:
    player = PhantomPlayer("mce_all", PhantomRules.on("3x3"), "B", Settings(simulations=50))
    for name in ("A2", "B1", "B3", "C2"):
        player.observe(played(name))
        player.observe(Observation(False, "played"))
    player.observe(refused("B2"))
    # B2 was tried in this very turn, so it is safe now.
    assert str(player.suggest()) != "B2"
    assert player.belief.safe == {4}
    fresh = PhantomPlayer("mce_all", PhantomRules.on("3x3"), "B", Settings(simulations=50))
    for seen in (played("A2"), refused("A1"), played("B1"), Observation(False, "played")):
        fresh.observe(seen)
    assert (str(fresh.suggest()), fresh.last and fresh.last.reason) == ("A1", "probe")
    fresh.observe(refused("A1"))
    assert str(fresh.suggest()) != "A1"
    fresh.observe(played("C3"))
    fresh.observe(Observation(False, "played"))
    assert str(fresh.suggest()) != "A1"


# -- games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_plays_a_game_and_repeats_it(name: str) -> None:
    rules = PhantomRules.on("5x5")

    def game(seed: int) -> Referee:
        return play_game(
            PhantomPlayer(name, rules, "B", Settings(simulations=40), seed=seed),
            PhantomPlayer("mce_all", rules, "W", Settings(simulations=40), seed=seed),
            rules,
        )

    first = game(1)
    assert first.end == "passes"
    assert game(1).log == first.log
    assert game(2).log != first.log


@pytest.mark.parametrize("name", ["random", "mce_all", "uct_prob", "hybrid_5", "ismcts", "best"])
@pytest.mark.parametrize("color", ["B", "W"])
def test_a_player_depends_on_nothing_but_what_it_is_told(name: str, color: Color) -> None:
    """The observations of a game, given to a new player, lead to the same attempts."""
    rules = PhantomRules.on("5x5")
    sides = {
        "B": PhantomPlayer(name, rules, "B", Settings(simulations=30), seed=7),
        "W": PhantomPlayer(name, rules, "W", Settings(simulations=30), seed=7),
    }
    referee = play_game(sides["B"], sides["W"], rules)
    twin = PhantomPlayer(name, rules, color, Settings(simulations=30), seed=7)
    for seen in referee.information_state(color).observations:
        if seen.own:
            assert twin.suggest() == (seen.point or PASS)
        twin.observe(seen)


@pytest.mark.parametrize(
    ("name", "moves", "then"), [("hybrid_5", 5, "uct_rand"), ("hybrid_15_prob", 15, "uct_prob")]
)
def test_the_hybrid_turns_to_uct_after_its_own_moves(name: str, moves: int, then: str) -> None:
    player = PhantomPlayer(name, PhantomRules.on("19x19"), "B")
    for column in "ABCDEFGHJKLMNOP"[:moves]:
        assert player.method == "mce_all"
        player.observe(refused(f"{column}2"))
        player.observe(played(f"{column}1"))
        player.observe(Observation(False, "played"))
    assert player.method == then


def test_players_pass_only_when_nothing_is_left() -> None:
    rules = PhantomRules.on("4x4")
    for seed in range(10):
        sides = {c: PhantomPlayer("random", rules, c, seed=seed) for c in ("B", "W")}
        referee = play_game(sides["B"], sides["W"], rules)
        for color, player in sides.items():
            assert not _core.phantom_candidates(player.belief.signs, color == "B")
        assert referee.end == "passes"


def test_threads_do_not_change_the_games_of_the_best() -> None:
    rules = PhantomRules.on("5x5")
    logs = [
        play_game(
            *(
                PhantomPlayer("best", rules, color, Settings(simulations=90, threads=n), seed=3)
                for color in ("B", "W")
            ),
            rules,
        ).log
        for n in (1, 3)
    ]
    assert logs[0] == logs[1]


@pytest.mark.parametrize("name", ["ismcts", "best"])
def test_a_mind_tries_everything_before_it_passes(name: str) -> None:
    """A refused attempt costs nothing, so only own stones, own eyes and what was refused in
    this very turn are left when it passes."""
    rules = PhantomRules.on("4x4")
    for seed in range(5):
        black, white = (
            PhantomPlayer(player, rules, color, Settings(simulations=20), seed=seed)
            for player, color in ((name, "B"), ("random", "W"))
        )
        turns = play_game(black, white, rules).log.turns
        own: set[Point] = set()
        referee = Referee(rules)
        for number, turn in enumerate(turns):
            for point in (*turn.refused, turn.move):
                if number % 2 == 0 and point == PASS:
                    own = referee.information_state("B").own_stones
                    left = {rules.size.point(i) for i in range(16)} - own - set(turn.refused)
                    assert all(
                        rules.size.point(n) in own
                        for point in left
                        for n in neighbors_of(rules.size)[rules.size.index(point)]
                    )
                referee.attempt(referee.to_play, point)


@pytest.mark.parametrize(
    ("first", "second", "games", "least"),
    [
        ("mce_all:win", "random", 20, 19),  # thesis, table 3.1: 50 of 50
        ("mce_all:win", "mce_std:win", 40, 28),  # table 3.5: 47 of 50
        ("best:win", "mce_all:win", 40, 28),
    ],
)
def test_the_stronger_player_wins_a_match(first: str, second: str, games: int, least: int) -> None:
    """Small samples, with a bound that an equal player reaches once in a hundred times."""
    limit = Settings(simulations=60)
    entrants = [Entrant.parse(name, limit) for name in (first, second)]
    outcome = run_tournament(entrants, games=games, rules=PhantomRules.on("7x7"))
    assert outcome.standings.duels[first, second].wins >= least


def test_the_first_phase_of_a_hybrid_may_cost_less() -> None:
    limit = Settings(simulations=40, first_phase=0.25)
    player = PhantomPlayer("hybrid_5", PhantomRules(), "B", limit)
    made = []
    for column in "ABCDEF":
        player.suggest()
        made.append(player.last.simulations if player.last else 0)
        player.observe(played(f"{column}1"))
        player.observe(Observation(False, "played"))
    assert made == [10, 10, 10, 10, 10, 40]


def test_the_time_that_a_first_phase_saves_is_left_for_the_second() -> None:
    limit = Settings(simulations=None, clock=2.0, first_phase=0.1)
    player = PhantomPlayer("hybrid_5", PhantomRules(), "B", limit)
    assert player._seconds(Limits()) == pytest.approx(0.1 * 1.9 / 20)
    for column in "ABCDE":
        player.observe(played(f"{column}1"))
    assert player.clock is not None
    assert player._seconds(Limits()) == pytest.approx((player.clock.left - 0.1) / 20)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"simulations": 0}, "a limit of 0 is not more than 0"),
        ({"seconds": 1.0}, "give one of simulations, seconds and clock"),
        ({"simulations": None}, "give one of simulations, seconds and clock"),
        ({"scoring": "japanese"}, "scoring is 'japanese', not one of win, territory"),
        ({"threads": 0}, "the number of threads is 0"),
        ({"processor_time": True}, "the processor's time is for a clock and one thread"),
        ({"first_phase": 0.0}, "the share of the first phase is 0.0, not in (0, 1]"),
        ({"first_phase": 1.5}, "the share of the first phase is 1.5, not in (0, 1]"),
    ],
)
def test_bad_settings(options: dict[str, object], message: str) -> None:
    with pytest.raises(GosekiError, match=re.escape(message)):
        Settings(**options)  # type: ignore[arg-type]


def test_unknown_players_are_told_the_known() -> None:
    with pytest.raises(GosekiError, match=r"unknown player 'gnu' \(known: random, mce_std, "):
        PhantomPlayer("gnu", PhantomRules(), "B")
