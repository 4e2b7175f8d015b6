"""Tactical problems at the Python door: what is asked, in which order, and what follows from the
answers. The search behind it is one for tiny boards that lists every situation; the search of the
core has tests of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import goseki as gs
from goseki import PASS, Board, GosekiError, Point
from goseki.job import Limits, Progress
from goseki.tactics import Answer, KoFight, Question, Search, Solution, solve_problem
from goseki.tactics.fight import RULES, Fight, Position, as_fought
from goseki.tactics.scale import ALIVE, CLAIMS, EVEN, STAYS, Standing, ko_of_level
from tests.support.slow_search import SlowSearch

pytestmark = pytest.mark.core


def solved(board: Board | str, *arguments: Any, **options: Any) -> Solution:
    board = Board.from_diagram(board) if isinstance(board, str) else board
    return solve_problem(board, *arguments, **{"_search": SlowSearch, "seconds": 600, **options})


def names(points: list[Point]) -> list[str]:
    return list(map(str, points))


# -- the scale of results ---------------------------------------------------------------------


def test_levels_say_which_claims_fail() -> None:
    for level in range(1, STAYS):
        wins, provers, others = ko_of_level(level)
        assert wins == (level <= EVEN)
        failing, holding = CLAIMS[:level], CLAIMS[level:]
        enough = [p for p, o in holding if o == 0 and p is not None]
        assert provers == min(enough, default=None)
        enough = [o for p, o in failing if p == 0 and o is not None]
        assert others == min(enough, default=None)


def test_bounds_that_contradict_each_other_are_not_passed_over() -> None:
    standing = Standing(ALIVE)
    standing.learn(3, "proven")
    with pytest.raises(AssertionError, match="contradict"):
        standing.learn(3, "refuted")


# -- in words --------------------------------------------------------------------------------


def case(to_play: gs.Color, status: Any, *best: Point, **more: Any) -> Solution:
    goal: Any = "live" if to_play == "W" else "kill"
    evidence: Any = "unknown" if status == "unknown" else "proven"
    found = Solution((Point(3, 3),), "W", goal, to_play, status, evidence, best=list(best))
    return replace(found, **more)


D1, E1 = Point(3, 0), Point(4, 0)
KO = KoFight("W", {"W": 0, "B": 2})


@pytest.mark.parametrize(
    ("black_first", "white_first", "fate", "key_points"),
    [
        (
            case("B", "dead", E1, worse=[PASS]),
            case("W", "alive", D1, worse=[PASS]),
            "White D4: Black kills at E1; White lives at D1: proven.",
            (E1, D1),
        ),
        (
            case("B", "dead", E1, worse=[PASS]),
            case("W", "unknown"),
            "White D4: Black kills at E1: proven.",
            (E1,),
        ),
        (
            case("B", "alive", PASS),
            case("W", "unknown"),
            "White D4: with Black first it is alive: proven.",
            (),
        ),
        (case("B", "unknown"), case("W", "alive", D1), "White D4: White lives at D1: proven.", ()),
        (
            case("B", "dead", E1),
            case("W", "dead", PASS),
            "White D4 is dead, whoever plays first: proven.",
            (),
        ),
        (
            case("B", "ko", E1, ko=KO, worse=[PASS]),
            case("W", "alive", E1, worse=[PASS]),
            "White D4: with Black first it is a ko at E1 (White prevails if nobody has ko "
            "threats; Black needs 2 more); White lives at E1: proven.",
            (E1,),
        ),
        (
            case("B", "alive", E1, evidence="estimate"),
            case("W", "alive", PASS, evidence="estimate"),
            "",
            (),
        ),
        (case("B", "unknown"), case("W", "unknown"), "", ()),
    ],
)
def test_a_fate_says_what_is_proven_with_either_side_first(
    black_first: Solution, white_first: Solution, fate: str, key_points: tuple[Point, ...]
) -> None:
    both = replace(black_first, if_black_first=black_first, if_white_first=white_first)
    assert both.fate() == fate
    assert both.key_points == key_points


# -- against the definitions ------------------------------------------------------------------


def level_by_definition(position: Position, search: SlowSearch) -> int:
    """The level of a position, every claim asked."""
    if position.standing.is_decided:
        return position.standing.low

    def holds(key: Any) -> bool:
        return search.ask(position.question(key)).verdict == "proven"

    first, last = 0, STAYS
    if position.spent is not None:  # who has no threat could not come here
        first, last = (EVEN + 1, STAYS) if position.spent == position.fight.prover else (0, EVEN)
    failing = first + sum(not holds(claim) for claim in range(first, last))
    if failing < STAYS or position.fight.top == STAYS:
        return failing
    return ALIVE if holds("life") else STAYS


@pytest.mark.parametrize("seed", range(8))
def test_status_and_best_moves_are_those_of_the_definitions(seed: int) -> None:
    rng = random.Random(seed)
    board = Board("3x2", RULES)
    for _ in range(rng.randrange(3, 12)):
        moves = [move for move in board.legal_moves if not move.is_pass]
        if moves:
            board.play(rng.choice(moves))
    target = rng.choice(board.stones("B") + board.stones("W"))
    to_play = rng.choice([board.to_play, "B", "W"])
    goal = rng.choice(["capture", None])
    color = board.at(target)
    assert color
    search = SlowSearch(board)
    root = Position(as_fought(board, to_play), Fight(goal or "kill", color, (target,)))
    level = level_by_definition(root, search)
    levels = {m: level_by_definition(root.after(m), search) for m in (PASS, *root.moves())}
    assert level == (min if root.prover_plays else max)(levels.values())

    result = solved(board, target, goal, to_play)
    assert result.evidence == "proven"
    assert result.best_complete
    good = [move for move in levels if levels[move] == level]
    assert sorted(result.best) == ([PASS] if PASS in good else sorted(good))
    outright = {0: "captured", STAYS: "escapes"} if goal else {0: "dead", STAYS: "seki"}
    assert result.status == (outright | {ALIVE: "alive"}).get(level, "ko")
    if result.status == "ko":
        assert result.ko is not None
        wins, provers, others = ko_of_level(level)
        assert result.ko.winner == (
            root.fight.prover if wins else gs.coords.opponent(root.fight.prover)
        )
        assert result.ko.threats[root.fight.prover] == provers
        assert result.ko.threats[gs.coords.opponent(root.fight.prover)] == others


# -- the answers ------------------------------------------------------------------------------

ONE_EYE_OR_TWO = ".XO/XXO/OO."  # whoever plays C1 first
ALIVE_OR_SEKI = "..X/XXO/.OO"


def test_an_answer_in_words_and_its_line() -> None:
    result = solved(ONE_EYE_OR_TWO, "A2")
    assert (result.status, result.evidence, result.goal) == ("alive", "proven", "live")
    assert (names(result.best), result.best_complete) == (["C1"], True)
    assert str(result.pv[0]) == "C1"
    assert repr(result) == "<Solution: Black lives at C1: proven, best C1>"
    assert (result.target, result.color, result.to_play) == ((Point.parse("A2"),), "B", "B")
    assert result.nodes > 0
    assert not result.interrupted


def test_both_sides_first() -> None:
    result = solved(ONE_EYE_OR_TWO, "A2", both=True)
    assert result.if_black_first is not None
    assert result.if_white_first is not None
    assert (result.if_black_first.status, result.if_white_first.status) == ("alive", "dead")
    assert (result.if_black_first.goal, result.if_white_first.goal) == ("live", "kill")
    assert result.sentence() == "Black lives at C1: proven. White kills at A3: proven."
    assert result.status == "alive"  # Black is to play


def test_a_ko_is_told_with_the_threats_that_each_side_needs() -> None:
    board = Board("3x2", RULES)
    board.setup(["B2", "C2"], [], to_play="W")
    result = solved(board, "B2")
    assert (result.status, names(result.best)) == ("ko", ["B1"])
    assert result.ko is not None
    assert (result.ko.winner, dict(result.ko.threats)) == ("W", {"W": 0, "B": 1})
    assert "White prevails if nobody has ko threats; Black needs 1 more" in result.sentence()


def test_a_connection() -> None:
    board = Board.from_diagram("X.X/O.O/.O.", to_play="B")
    result = solved(board, "A3,C3", "connect", both=True)
    assert result.if_black_first is not None
    assert result.if_white_first is not None
    assert (result.if_black_first.status, result.if_white_first.status) == ("connected", "cut")
    assert names(result.if_black_first.best) == ["B3"]
    assert (result.if_black_first.goal, result.if_white_first.goal) == ("connect", "cut")
    assert {result.if_black_first.evidence, result.if_white_first.evidence} == {"proven"}


def test_why_a_move_is_not_best() -> None:
    result = solved(ALIVE_OR_SEKI, "A2", why_not="A3")
    assert names(result.best) == ["B3", "A1"]
    assert result.why_not is not None
    assert (result.why_not.is_worse, result.why_not.evidence) == (True, "proven")
    assert str(result.why_not.pv[0]) == "B3"  # takes C3
    assert result.why_not.sentence().startswith("A3 is worse, ko: proven: B3")
    assert Point.parse("A3") in result.worse
    good = solved(ALIVE_OR_SEKI, "A2", why_not="A1").why_not
    assert good is not None
    assert (good.is_worse, good.sentence()) == (False, "A1 is as good as any: proven.")
    passed = solved(ALIVE_OR_SEKI, "A2", why_not="pass").why_not
    assert passed is not None
    assert (passed.is_worse, passed.status) == (True, "seki")


def test_a_seki() -> None:
    result = solved(Board.from_diagram(ALIVE_OR_SEKI, to_play="W"), "A2")
    assert (result.status, names(result.best)) == ("seki", ["B3"])
    assert result.sentence() == "White makes a seki at B3: proven."
    settled = solved(".XO/X.O/OO.", "A2")
    assert (settled.status, settled.best) == ("seki", [PASS])
    assert settled.sentence() == "Black A2 stays in seki, and Black need not play: proven."


@pytest.mark.parametrize("to_play", ["B", "W"])
def test_captives_that_neither_side_can_take(to_play: str) -> None:
    """Who takes three stones is left with one eye, and who fills up is taken."""
    rows = [*["." * 9] * 6, "OOOOOOOOO", "OXXXXXXXO", "OX.OOO.XO"]
    board = Board.from_diagram("/".join(rows), to_play=to_play)
    result = solve_problem(board, "B1", firm="wall", nodes=20_000)
    assert (result.status, result.evidence, result.best) == ("seki", "proven", [PASS])


def test_a_search_can_do_without_a_piece_of_its_knowledge() -> None:
    rows = [*["." * 9] * 6, "OOOOOOOO.", "OXXXXXXO.", "O......O."]
    board = Board.from_diagram("/".join(rows))
    question = Question(board, "capture", (Point.parse("C2"),), "W", {"B": None, "W": 0})
    whole = Search(board).ask(question, nodes=20_000)
    less = Search(board, without=["death"]).ask(question, nodes=20_000)
    assert (whole.verdict, less.verdict) == ("proven", "proven")
    assert whole.nodes < less.nodes
    with pytest.raises(GosekiError, match="unknown knowledge 'tricks'"):
        Search(board, without=["tricks"])


def test_two_threads_give_the_same_status() -> None:
    board = Board.from_diagram("......./OOOO.../XXXOO../.XXXO../...XO..")
    for to_play in ("B", "W"):
        one = solve_problem(board, "A3", to_play=to_play, nodes=50_000)
        two = solve_problem(board, "A3", to_play=to_play, nodes=50_000, threads=2)
        assert (two.status, two.evidence, two.ko) == (one.status, "proven", one.ko)
        assert set(one.best) & set(two.best)


def test_a_race_is_for_the_first_block() -> None:
    board = Board.from_diagram("XO/..")
    first = solved(board, "A2,B2", "race", "B")
    assert (first.goal, names(list(first.target))) == ("race", ["A2", "B2"])
    assert first.color == "B"
    assert first.evidence == "proven"


def test_the_target_is_found_and_the_goal_follows() -> None:
    result = solved(ONE_EYE_OR_TWO)
    assert result.target_found
    assert result.evidence == "proven"
    assert result.best != [PASS]


def test_firm_stones_are_passed_on_and_never_the_target() -> None:
    asked: list[Question] = []

    class Listening(SlowSearch):
        def ask(self, question: Question, **limits: Any) -> Answer:
            asked.append(question)
            return Answer("unknown", nodes=1000)

    board = Board.from_diagram("X.O.X../OOOOX../XXXXX..")
    solved(board, "A2", "kill", firm="wall", nodes=5000, _search=Listening)
    assert {len(question.firm) for question in asked} == {7}
    solved(board, "A2", "kill", firm="E3", nodes=5000, _search=Listening)
    assert names(sorted(asked[-1].firm)) == ["E3"]
    with pytest.raises(GosekiError, match="A3 is declared alive, but is in atari"):
        solved(board, "A2", "kill", firm="A3")
    with pytest.raises(GosekiError, match="the target A2 is declared alive"):
        solved(board, "A2", firm=["B2"])


# -- limits -----------------------------------------------------------------------------------


class Undecided(SlowSearch):
    """A search that finds nothing, and counts what it is given."""

    given: list[int]

    def __init__(self, board: Board, **options: Any) -> None:
        super().__init__(board)
        type(self).given = []

    def ask(self, question: Question, **limits: Any) -> Answer:
        type(self).given.append(limits["nodes"])
        return Answer("unknown", nodes=limits["nodes"])


def test_nodes_are_for_everything_together() -> None:
    result = solved(ONE_EYE_OR_TWO, "A2", nodes=50_000, _search=Undecided)
    assert (result.status, result.evidence, result.best) == ("unknown", "unknown", [])
    assert result.nodes == sum(Undecided.given) == 50_000
    assert Undecided.given[:2] == sorted(Undecided.given[:2])  # by turns, then more
    assert max(Undecided.given) > Undecided.given[0]
    assert "not decided" in result.sentence()


def test_a_search_that_gives_up_ends_the_work() -> None:
    class GivesUp(SlowSearch):
        def ask(self, question: Question, **limits: Any) -> Answer:
            return Answer("unknown")

    assert solved(ONE_EYE_OR_TWO, "A2", _search=GivesUp).status == "unknown"


def test_seconds_end_the_work() -> None:
    assert solved("X.O/.../O.X", "A3", seconds=0.001).evidence in ("unknown", "proven")


def test_interrupted_work_keeps_what_it_has() -> None:
    reports: list[Progress] = []

    def stop(progress: Progress) -> None:
        reports.append(progress)
        if len(reports) == 2:
            raise KeyboardInterrupt

    result = solved(ONE_EYE_OR_TWO, "A2", progress=stop)
    assert result.interrupted
    assert result.status == "alive"  # the first answer decided that
    assert "Black A2" in reports[0].text
    assert "nodes" in reports[0].text


def test_an_interrupted_answer_ends_the_work() -> None:
    class Interrupted(SlowSearch):
        def ask(self, question: Question, **limits: Any) -> Answer:
            return Answer("unknown", nodes=5, interrupted=True)

    result = solved(ONE_EYE_OR_TWO, "A2", _search=Interrupted)
    assert (result.interrupted, result.status) == (True, "unknown")


def test_an_error_of_the_callback_is_raised() -> None:
    def fail(progress: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solved(ONE_EYE_OR_TWO, "A2", progress=fail)


def test_memory_and_threads_reach_the_search() -> None:
    given: dict[str, Any] = {}

    class Noting(SlowSearch):
        def __init__(self, board: Board, **options: Any) -> None:
            super().__init__(board)
            given.update(options)

    solved(ONE_EYE_OR_TWO, "A2", limits=Limits(memory="1M", threads=2), _search=Noting)
    assert given == {"memory": 2**20, "threads": 2}


def test_a_block_that_runs_into_the_open_is_an_estimate() -> None:
    board = Board("9x9")
    board.setup(["E5"], ["E6"], to_play="B")
    result = solved(board, "E5", "capture", nodes=5000, _search=Undecided)
    assert (result.status, result.evidence, result.best) == ("escapes", "estimate", [])


# -- what makes no sense ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: solved(ONE_EYE_OR_TWO, "C1"), "there is no stone on C1"),
        (lambda: solved(ONE_EYE_OR_TWO, "J9"), "J9 is off the 3x3 board"),
        (lambda: solved(ONE_EYE_OR_TWO, "pass"), "a pass is not a stone"),
        (lambda: solved(ONE_EYE_OR_TWO, ""), "no target is given"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2,B2", "connect"), "A2 and B2 are one block"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2", "connect"), "two stones of two blocks"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2,A1", "kill"), "stones of both colours: A1 and A2"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2,B3", "race"), "one of each colour, not A2, B3"),
        (lambda: solved("X.X/...", "A2,C2", "capture"), "capture is about one block, not 2"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2", "kill", "B"), "White to play, and Black is to play"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2", "live", "W"), "Black to play, and White is to play"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2", "eat"), "unknown goal 'eat'"),
        (lambda: solved(ONE_EYE_OR_TWO, None, "connect"), "needs a target of two stones"),
        (lambda: solved(Board("3x3")), "there is no stone on the board"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2", why_not="A2"), "Black may not play A2: occupied"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2", to_play="green"), "not a colour: 'green'"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2", both=3), "both is 3, not True or False"),
        (lambda: solved(ONE_EYE_OR_TWO, "A2", nodes=0), "nodes must be from 1"),
        (lambda: solve_problem("3x3", "A1"), "'3x3' is not a board"),  # type: ignore[arg-type]
        (
            lambda: Question(Board.from_diagram("X.O"), "life", (Point(0, 0),), "B", {"B": 0}),  # type: ignore[arg-type]
            "threats are those of B and of W",
        ),
        (
            lambda: Question(
                Board.from_diagram("X.O"), "life", (Point(0, 0),), "B", {"B": -1, "W": 0}
            ),
            "threats of B are -1",
        ),
    ],
)
def test_bad_input_is_one_line(call: Callable[[], object], complaint: str) -> None:
    with pytest.raises(GosekiError) as caught:
        call()
    assert complaint in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_target_that_is_gone_is_named() -> None:
    board = Board.from_diagram("OX./...")
    board.play("A1")
    with pytest.raises(GosekiError, match="the stone on A2 has been captured already"):
        solved(board, "A2")


@pytest.mark.parametrize("target", ["A2", ["A2"], Point.parse("A2"), (0, 1), 3, ("A2", "B2")])
def test_targets_in_any_form(target: Any) -> None:
    result = solved(ONE_EYE_OR_TWO, target)
    assert set(result.target) <= set(Board.from_diagram(ONE_EYE_OR_TWO).block("A2"))
    assert len(result.target) == 1


def test_the_goal_says_who_plays_first() -> None:
    assert solved(ONE_EYE_OR_TWO, "A2", "kill").to_play == "W"
    assert solved(ONE_EYE_OR_TWO, "A2", "live").to_play == "B"
    assert solved(Board.from_diagram(ONE_EYE_OR_TWO, to_play="W"), "A2").goal == "kill"


def test_a_solution_draws_itself() -> None:
    result = solved(ALIVE_OR_SEKI, "A2", why_not="A3")
    html = result._repr_html_()
    assert html is not None
    assert "Black lives at B3, A1" in html
    assert "A3 is worse" in html
    assert 'class="label"' in html


@pytest.mark.parametrize(
    ("diagram", "target", "best"),
    [
        ("O.X/X.O", "C2", ["B2", "B1"]),  # B1 takes the stone that would take
        ("OO.X/XX.O", "A1", ["C2", "C1"]),
    ],
)
def test_moves_that_take_stones_of_the_zone_are_tried(
    diagram: str, target: str, best: list[str]
) -> None:
    """With the search of the core: where a pass fails, what the refutation rests on includes the
    last liberties of its stones."""
    result = solve_problem(Board.from_diagram(diagram), target, "capture", "B", seconds=60)
    assert (result.status, result.evidence) == ("escapes", "proven")
    assert (names(result.best), result.best_complete) == (best, True)
