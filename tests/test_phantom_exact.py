"""Best responses and exploitability on tiny boards, against a brute force that shares nothing."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goseki import GosekiError, _core
from goseki.cli import main
from goseki.coords import Color, opponent
from goseki.phantom import (
    BeliefBoard,
    InformationState,
    Observation,
    PhantomPlayer,
    PhantomRules,
    Referee,
    Settings,
)
from goseki.phantom.best_response import BestResponse, TooLargeError
from goseki.phantom.equilibrium import solve_matrix, solve_value
from goseki.phantom.exact import exploitability
from goseki.phantom.players import Scoring
from goseki.phantom.regret import approach_value
from goseki.phantom.sequence_form import SequenceForm
from goseki.phantom.strategy import Chances, Event, HistoryStrategy, PlayerStrategy
from goseki.phantom.tiny import PASS, TinyGame

# -- the finite game is the referee's game --------------------------------------------------------


@given(seed=st.integers(0, 10**6), size=st.sampled_from(["3x1", "5x1", "2x2", "3x2", "3x3"]))
def test_the_tiny_game_follows_the_referee(seed: int, size: str) -> None:
    rng = random.Random(seed)
    referee = Referee(PhantomRules.on(size, komi=0.5))
    game = TinyGame(size, komi=0.5, plies=10**6)
    state = game.start
    for _ in range(60):
        if referee.is_over:
            break
        color: Color = "B" if state.sign > 0 else "W"
        move = rng.randrange(-1, game.rules.size.points)
        seen = referee.attempt(color, move)
        played = game.attempt(state, move)
        assert (played is None) == (seen.kind == "refused")
        if played is not None:
            state, taken = played
            assert len(taken) == seen.captured
        assert tuple(referee.board.to_array().reshape(-1)) == state.stones
    assert game.is_over(state) == referee.is_over
    assert game.payoff(state.stones) == referee.score().lead


def test_superko_refuses_what_stood_before() -> None:
    game = TinyGame("2x2", superko=True)
    rng = random.Random(1)
    refused = 0
    for _ in range(300):
        state, seen = game.start, {game.start.stones}
        while not game.is_over(state):
            move = rng.randrange(-1, 4)
            played = game.attempt(state, move)
            refused += played is None
            if played is None:
                continue
            if move != PASS:
                assert played[0].stones not in seen
                seen.add(played[0].stones)
            state = played[0]
    assert refused


# -- the strategies are the players ---------------------------------------------------------------


@pytest.mark.parametrize("player", ["mce_all", "uct_rand", "hybrid_5"])
def test_a_memory_decides_as_the_player_does(player: str) -> None:
    """Through a whole game the memory holds all that the player decides by."""
    rules = PhantomRules.on("3x3", komi=0.5)
    budget = Settings(simulations=20)
    strategy = PlayerStrategy(player, rules, "W", budget, runs=1)
    (memory,) = strategy.starts()
    white = PhantomPlayer(player, rules, "W", budget, seed=3)
    black = PhantomPlayer("random", rules, "B", seed=3)
    referee = Referee(rules)
    while not referee.is_over:
        mover = referee.to_play
        referee.attempt(mover, (black if mover == "B" else white).suggest())
        black.observe(referee.information_state("B").observations[-1])
        seen = referee.information_state("W").observations[-1]
        white.observe(seen)
        memory = strategy.hear(memory, event_of(rules, seen))
        belief, refused = strategy._recall(memory)
        assert (belief.signs == white.belief.signs).all()
        assert (belief.unknown, belief.safe) == (white.belief.unknown, white.belief.safe)
        assert set(refused) == set(white._refused)
        if player == "hybrid_5":
            assert belief.own_moves == white.belief.own_moves


def test_a_memory_holds_what_was_probed_in_vain() -> None:
    """Black's A3, B2 and C1 leave the refused corner no liberty; once all three points were
    refused in a turn, the player never tries them again."""
    rules = PhantomRules.on("3x3", komi=0.5)
    strategy = PlayerStrategy("mce_all", rules, "B", Settings(simulations=20), runs=1)
    (memory,) = strategy.starts()
    index = rules.size.index
    for point in ("A3", "B2", "C1"):
        memory = strategy.hear(memory, Event(True, "played", index(point)))
        memory = strategy.hear(memory, Event(False, "played"))
    for point in ("A1", "A2", "B1"):
        memory = strategy.hear(memory, Event(True, "refused", index(point)))
    memory = strategy.hear(memory, Event(True, "played", index("C3")))
    memory = strategy.hear(memory, Event(False, "passed"))
    belief, _ = strategy._recall(memory)
    assert belief.safe == {index(point) for point in ("A1", "A2", "B1")}
    assert belief.probe([]) is None


def test_a_whole_history_decides_as_the_belief_does() -> None:
    """Asked by all it was told or by its belief, a player tries the same."""
    rules = PhantomRules.on("3x3", komi=0.5)
    budget = Settings(simulations=20)
    kinds = [
        kind("mce_all", rules, "W", budget, runs=3) for kind in (PlayerStrategy, HistoryStrategy)
    ]
    memories = [next(iter(kind.starts())) for kind in kinds]
    referee = Referee(rules)
    for color, move in (("B", "B2"), ("W", "B2"), ("W", "A2"), ("B", "A2"), ("B", "C2")):
        referee.attempt(color, move)  # type: ignore[arg-type]
        event = event_of(rules, referee.information_state("W").observations[-1])
        memories = [k.hear(m, event) for k, m in zip(kinds, memories, strict=True)]
    tried = [kind.chances(memory) for kind, memory in zip(kinds, memories, strict=True)]
    assert tried[0] == tried[1]


def event_of(rules: PhantomRules, seen: Observation) -> Event:
    index = rules.size.index
    point = PASS if seen.point is None else index(seen.point)
    return Event(seen.own, seen.kind, point, seen.captured, tuple(map(index, seen.lost)))


# -- best responses -------------------------------------------------------------------------------

Policy = Callable[[InformationState], dict[int, Fraction]]
History = list[tuple[Color, int]]


def uniform(state: InformationState) -> dict[int, Fraction]:
    """The random player, from its information state."""
    belief = BeliefBoard(state.rules, state.color)
    for seen in state.observations:
        belief.observe(seen)
    refused = [state.rules.size.index(point) for point in state.refused]
    moves = _core.phantom_candidates(belief.signs, state.color == "B", refused) or [-1]
    return {move: Fraction(1, len(moves)) for move in moves}


class BruteForce:
    """Every history by itself, with a real referee: no worlds merged, nothing remembered."""

    def __init__(self, rules: PhantomRules, plies: int, color: Color, policy: Policy) -> None:
        self.rules, self.plies, self.color, self.policy = rules, plies, color, policy

    def referee(self, history: History) -> Referee:
        referee = Referee(self.rules)
        for color, move in history:
            referee.attempt(color, move)
        return referee

    def is_over(self, referee: Referee) -> bool:
        played = sum(turn.move is not None for turn in referee.log.turns)
        return referee.is_over or played >= self.plies

    def moves(self, referee: Referee) -> list[int]:
        state = referee.information_state(self.color)
        barred = {self.rules.size.index(point) for point in (*state.own_stones, *state.refused)}
        return [m for m in range(-1, self.rules.size.points) if m not in barred]

    def value(
        self, worlds: list[tuple[History, Fraction]], choose: Callable[..., Fraction]
    ) -> Fraction:
        """The expected end, where `choose` makes one value of those of the responder's moves."""
        first = self.referee(worlds[0][0])
        if self.is_over(first):
            return sum((w * Fraction(self.referee(h).score().lead) for h, w in worlds), Fraction(0))
        if first.to_play == self.color:
            return choose(
                first.information_state(self.color),
                self.moves(first),
                lambda move: self.split([((*h, (self.color, move)), w) for h, w in worlds], choose),
            )
        after = []
        for history, weight in worlds:
            other = opponent(self.color)
            chances = self.policy(self.referee(history).information_state(other))
            after += [([*history, (other, m)], weight * p) for m, p in chances.items()]
        return self.split(after, choose)

    def split(
        self, worlds: list[tuple[History, Fraction]], choose: Callable[..., Fraction]
    ) -> Fraction:
        groups: dict[Hashable, list[tuple[History, Fraction]]] = {}
        for history, weight in worlds:
            told = self.referee(list(history)).information_state(self.color).observations
            groups.setdefault(told, []).append((list(history), weight))
        return sum((self.value(group, choose) for group in groups.values()), Fraction(0))

    def best(self) -> Fraction:
        extreme = max if self.color == "B" else min
        return self.value(
            [([], Fraction(1))],
            lambda state, moves, value_of: extreme(value_of(move) for move in moves),
        )

    def at_random(self, seed: int) -> Fraction:
        """The value of a pure strategy that is drawn at random."""

        def choose(state, moves, value_of):  # type: ignore[no-untyped-def]
            rng = random.Random(f"{seed} {state.observations}")
            return value_of(rng.choice(moves))

        return self.value([([], Fraction(1))], choose)


@pytest.mark.parametrize(
    ("size", "plies", "color"),
    [("3x1", 2, "B"), ("3x1", 2, "W"), ("3x1", 3, "B"), ("3x1", 3, "W"), ("2x2", 2, "W")],
)
def test_a_best_response_is_the_brute_force_one(size: str, plies: int, color: Color) -> None:
    game = TinyGame(size, komi=0.0, plies=plies)
    strategy = PlayerStrategy("random", game.rules, opponent(color))
    value = BestResponse(game, color, strategy).solve().values[0]
    force = BruteForce(game.rules, plies, color, uniform)
    assert value == force.best()
    sign = 1 if color == "B" else -1
    tried = [sign * force.at_random(seed) for seed in range(20)]
    assert max(tried) <= sign * value
    assert min(tried) < sign * value


def test_all_pure_strategies_of_the_smallest_game() -> None:
    """White, who moves last of two plies on 3x1, has 16 of them: all orders of attempts."""
    force = BruteForce(PhantomRules.on("3x1", komi=0.0), 2, "W", uniform)

    def orders(moves: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        yield ()  # pass
        for move in moves:
            for rest in orders(tuple(m for m in moves if m != move)):
                yield (move, *rest)

    values = []
    for order in orders((0, 1, 2)):

        def choose(state, moves, value_of, order=order):  # type: ignore[no-untyped-def]
            tried = len(state.refused)
            return value_of(order[tried] if tried < len(order) else -1)

        values.append(force.value([([], Fraction(1))], choose))
    assert len(values) == 16
    game = TinyGame("3x1", komi=0.0, plies=2)
    strategy = PlayerStrategy("random", game.rules, "B")
    assert min(values) == BestResponse(game, "W", strategy).solve().values[0]


class Drawn:
    """A strategy that mixes at random by all that it was told."""

    tables = 1

    def __init__(self, game: TinyGame, sign: int, seed: int) -> None:
        self.game, self.sign, self.seed = game, sign, seed

    def starts(self) -> dict[Hashable, tuple[Fraction | float, ...]]:
        return {(): (Fraction(1),)}

    def hear(self, memory: Hashable, event: Event) -> Hashable:
        return (*memory, event)  # type: ignore[misc]

    def possible(self, memory: Hashable) -> list[int]:
        """What it may try."""
        own: set[int] = set()
        barred: set[int] = set()
        for event in memory:  # type: ignore[attr-defined]
            own.difference_update(event.lost)
            if event.own and event.kind == "played":
                own.add(event.point)
            barred = barred | {event.point} if event.own and event.kind == "refused" else set()
        return [m for m in range(-1, self.game.rules.size.points) if m not in own | barred]

    def chances(self, memory: Hashable) -> Chances:
        rng = random.Random(f"{self.seed} {memory}")
        moves = self.possible(memory)
        weights = [rng.randint(0, 3) for _ in moves]
        if not any(weights):
            weights[0] = 1
        total = sum(weights)
        return {m: (Fraction(w, total),) for m, w in zip(moves, weights, strict=True) if w}


@given(seed=st.integers(0, 10**6), color=st.sampled_from(["B", "W"]))
@settings(max_examples=15, deadline=None)
def test_best_responses_to_any_strategy(seed: int, color: Color) -> None:
    """A strategy that uses all it is told; merged worlds must not confuse it."""
    game = TinyGame("3x1", komi=0.0, plies=3)
    other = Drawn(game, -1 if color == "B" else 1, seed)

    def policy(state: InformationState) -> dict[int, Fraction]:
        memory = tuple(event_of(state.rules, seen) for seen in state.observations)
        return {move: chance[0] for move, chance in other.chances(memory).items()}  # type: ignore[misc]

    value = BestResponse(game, color, other).solve().values[0]
    force = BruteForce(game.rules, 3, color, policy)
    assert value == pytest.approx(float(force.best()), abs=1e-12)
    sign = 1 if color == "B" else -1
    assert all(sign * force.at_random(n) <= sign * value + 1e-12 for n in range(3))


# -- exploitability -------------------------------------------------------------------------------


def test_on_3x1_black_wins_by_the_middle() -> None:
    """Black's first stone in the middle leaves White no legal move: mce_all cannot be exploited,
    so the value of the game is 3."""
    game = TinyGame("1x3", komi=0.0)
    found = exploitability(game, "mce_all", Settings(simulations=100), runs=10, tables=2)
    assert (found.white_best.low, found.white_best.high) == (3, 3)
    assert found.exploitability.low == 0
    assert found.evidence == "estimate"


def test_random_is_exact_and_symmetric() -> None:
    across = exploitability(TinyGame("1x4", komi=0.0, plies=5), "random")
    along = exploitability(TinyGame("4x1", komi=0.0, plies=5), "random")
    assert across == along
    assert across.evidence == "proven"
    assert across.black_best.low == across.black_best.high
    assert across.exploitability.low > 0


def test_more_plies_help_neither_side_of_a_dead_game() -> None:
    values = [exploitability(TinyGame("1x3", komi=0.0, plies=plies), "random") for plies in (6, 9)]
    assert values[0].black_best == values[1].black_best
    bounded = exploitability(TinyGame("1x3", komi=0.0, superko=True), "random")
    assert bounded.black_best == values[1].black_best


def test_an_interval_holds_the_exact_value() -> None:
    """The random player sampled as if its chances were not known."""
    game = TinyGame("1x3", komi=0.0, plies=4)
    exact = exploitability(game, "random")

    class Sampled(PlayerStrategy):
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, **options)  # type: ignore[arg-type]
            self.is_exact, self.tables = False, 2

        def _count(self, memory, table):  # type: ignore[no-untyped-def]
            from collections import Counter

            belief, refused = self._recall(memory)
            moves = _core.phantom_candidates(belief.signs, self._color == "B", list(refused))
            rng = random.Random(f"{self._seed} {table} {memory}")
            return Counter(rng.choice(moves or [PASS]) for _ in range(self._runs))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("goseki.phantom.exact.strategy_of", Sampled)
        found = exploitability(game, "random", runs=500, tables=6)
    for known, interval in (
        (exact.black_best, found.black_best),
        (exact.white_best, found.white_best),
        (exact.exploitability, found.exploitability),
    ):
        assert interval.low <= known.low <= interval.high
    assert found.white_best.high - found.white_best.low < 0.5


def test_too_many_information_sets() -> None:
    game = TinyGame("2x2", komi=0.0)
    with pytest.raises(TooLargeError, match="more than 10 information sets"):
        BestResponse(game, "B", PlayerStrategy("random", game.rules, "W"), most=10).solve()


# -- the value of the game ------------------------------------------------------------------------


@given(
    payoffs=st.integers(1, 4).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(-5, 5), min_size=width, max_size=width), min_size=1, max_size=5
        )
    )
)
def test_matrix_games(payoffs: list[list[int]]) -> None:
    """Each side's mixture guarantees the same value, so both are optimal."""
    matrix = np.array(payoffs, dtype=float)
    rows, columns = solve_matrix(matrix)
    for mixture in (rows, columns):
        assert mixture.min() >= 0
        assert mixture.sum() == pytest.approx(1)
    assert (rows @ matrix).min() == pytest.approx((matrix @ columns).max(), abs=1e-6)


@pytest.mark.parametrize(
    ("size", "plies", "value"), [("3x1", 1, 3), ("3x1", 9, 3), ("4x1", 4, 4), ("2x2", 2, 0)]
)
def test_values_of_games(size: str, plies: int, value: int) -> None:
    found = solve_value(TinyGame(size, komi=0.0, plies=plies))
    assert (found.low, found.high) == (value, value)


def test_the_value_of_two_plies_by_all_pure_strategies() -> None:
    """2x2 with two plies: Black plays or passes, White then tries points in some order. The
    matrix of all pure strategies has the same value."""
    game = TinyGame("2x2", komi=0.0, plies=2)

    def orders(moves: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        yield ()
        for move in moves:
            for rest in orders(tuple(m for m in moves if m != move)):
                yield (move, *rest)

    def payoff(first: int, order: tuple[int, ...]) -> float:
        after, _ = game.attempt(game.start, first) or (game.start, ())
        for move in (*order, PASS):
            played = game.attempt(after, move)
            if played is not None:
                return game.payoff(played[0].stones)
        raise AssertionError

    matrix = np.array([[payoff(m, order) for order in orders((0, 1, 2, 3))] for m in range(-1, 4)])
    rows, _ = solve_matrix(matrix)
    found = solve_value(game)
    assert float(found.low) == float(found.high) == pytest.approx((rows @ matrix).min())


def test_without_scipy_it_is_said_before_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert main(["phantom", "exact", "1x3", "random", "--value"]) == 2
    shown = capsys.readouterr()
    message = "goseki: the value of a game needs SciPy: pip install '.[exact]'\n"
    assert (shown.out, shown.err) == ("", message)
    with pytest.raises(GosekiError, match="needs SciPy"):
        solve_value(TinyGame("3x1", komi=0.0, plies=4))


def test_bounds_hold_before_they_meet() -> None:
    game = TinyGame("2x2", komi=0.0, plies=4)
    few = solve_value(game, rounds=3)
    assert few.low <= Fraction(3, 2) <= few.high
    assert few.low < few.high
    assert few.rounds == 3
    # What a player is held to is a bound as well.
    random_player = exploitability(game, "random")
    assert random_player.white_best.low <= few.low
    assert few.high <= random_player.black_best.high


class Uniform(Drawn):
    """Tries anything with the same chance."""

    def chances(self, memory: Hashable) -> Chances:
        moves = sorted(self.possible(memory))
        return {move: (Fraction(1, len(moves)),) for move in moves}


@pytest.mark.parametrize(
    ("size", "plies"), [("3x1", 2), ("3x1", 5), ("4x1", 4), ("2x2", 4), ("3x2", 3)]
)
@pytest.mark.parametrize("superko", [False, True])
def test_the_sequence_form_has_the_same_best_responses(
    size: str, plies: int, superko: bool
) -> None:
    """Merged knots change nothing: where every memory is kept, the values are the same."""
    game = TinyGame(size, komi=0.0, plies=plies, superko=superko)
    form = SequenceForm(game)
    high = BestResponse(game, "B", Uniform(game, -1, 0)).solve().values[0]
    low = BestResponse(game, "W", Uniform(game, 1, 0)).solve().values[0]
    black, white = (side.normalized(np.zeros(side.attempts)) for side in (form.black, form.white))
    assert 0 <= form.upper_bound(white) - high < 1e-9
    assert 0 <= low - form.lower_bound(black) < 1e-9


@pytest.mark.parametrize("scoring", ["territory", "win"])
@pytest.mark.parametrize(("size", "plies"), [("3x1", 5), ("4x1", 4), ("2x2", 3), ("2x2", 4)])
def test_regret_matching_closes_in_on_the_value(size: str, plies: int, scoring: Scoring) -> None:
    game = TinyGame(size, komi=0.5, plies=plies, scoring=scoring)
    exact = solve_value(game)
    assert exact.low == exact.high
    for rounds in (1, 7, 40, 1000):
        close = approach_value(game, gap=1e-5, rounds=rounds)
        assert close.low <= exact.low <= close.high
        assert close.rounds <= rounds
    assert close.high - close.low <= 1e-5


def test_regret_matching_goes_further() -> None:
    close = approach_value(TinyGame("2x2", komi=0.0, plies=6), gap=1e-3)
    assert close.low <= 2 <= close.high <= close.low + Fraction(1, 1000)
    with pytest.raises(TooLargeError):
        approach_value(TinyGame("2x2", komi=0.0, plies=6), most=1000)
    with pytest.raises(GosekiError, match="the number of rounds is 0"):
        approach_value(TinyGame("3x1"), rounds=0)


# -- the command line -----------------------------------------------------------------------------


def test_exact_prints_and_gives_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phantom", "exact", "1x3", "random", "mce_all", "--runs", "5"]) == 0
    out = capsys.readouterr().out
    assert "random" in out
    assert "proven" in out
    assert main(["phantom", "exact", "1x3", "random", "--plies", "3", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["size"], facts["plies"], facts["superko"]) == ("1x3", 3, False)
    (row,) = facts["players"]
    assert (row["player"], row["black_best"], row["evidence"]) == ("random", [3.0, 3.0], "proven")
    assert main(["phantom", "exact", "1x3", "random", "--plies", "3", "--value"]) == 0
    assert "the value of the game is 3 (proven)" in capsys.readouterr().out
    command = ["phantom", "exact", "2x2", "random", "--plies", "3", "--value", "--gap", "0.001"]
    assert main(command) == 0
    assert "the value of the game lies from 2.49" in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    value = json.loads(capsys.readouterr().out)["value"]
    assert value["evidence"] == "proven"
    assert 2.499 < value["low"] <= 2.5 <= value["high"] < 2.501
    assert main(["phantom", "exact", "2x2", "random", "--most", "20", "--json"]) == 2
    captured = capsys.readouterr()
    (row,) = json.loads(captured.out)["players"]
    assert row == {"player": "random", "evidence": "unknown"}
    assert captured.err == "goseki: gave up on random: more than 20 information sets (--most)\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["4x4"], "exact values are for boards of 9 points at most"),
        (["1x2"], "Phantom Go needs a board of 3 points"),
        (["1x3", "gnugo"], "unknown player 'gnugo' (known: random"),
        (["1x3", "--plies", "0"], "--plies must be a whole number from 1 on, not '0'"),
        (["1x3", "--komi", "x"], "komi 'x' is not a number"),
    ],
)
def test_bad_requests(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["phantom", "exact", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_bad_numbers() -> None:
    game = TinyGame("1x3")
    for options in ({"runs": 0}, {"tables": 1}):
        with pytest.raises(GosekiError, match="the number of"):
            exploitability(game, "mce_all", **options)  # type: ignore[arg-type]
