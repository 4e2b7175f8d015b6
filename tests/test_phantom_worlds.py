"""Sampled worlds of Phantom Go: possible, all of them, and what they say of hidden stones."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goseki import GosekiError, _core
from goseki.coords import PASS, Color, Size, opponent
from goseki.phantom import (
    GameLog,
    InformationState,
    Observation,
    PhantomPlayer,
    PhantomRules,
    Referee,
    Settings,
    hidden_stone_map,
    play_game,
    replay,
    sample_worlds,
)
from goseki.phantom.worlds import event_of, log_loss, uniform_map
from tests.support.phantom_games import GAMES

pytestmark = pytest.mark.core

RULES = [
    PhantomRules(size, 0.5, refusal, captures)
    for size in (Size(3, 1), Size(2, 2), Size(3, 2), Size(3, 3), Size(4, 4))
    for refusal, captures in (("bare", "number"), ("cause", "points"), ("color", "number"))
]


def random_game(rules: PhantomRules, seed: int, attempts: int) -> Referee:
    rng = random.Random(seed)
    referee = Referee(rules)
    for _ in range(attempts):
        if referee.is_over:
            break
        index = rng.randrange(-1, rules.size.points)
        if index >= 0 or rng.random() < 0.3:
            referee.attempt(referee.to_play, index)
    return referee


def telling(state: InformationState) -> list[Observation]:
    """Without the opponent's refused attempts, which say nothing about the board."""
    return [seen for seen in state.observations if seen.own or seen.kind != "refused"]


def replayed(state: InformationState, moves: tuple[int, ...]) -> Referee:
    """The game in which the opponent made these moves, as far as it can be played."""
    referee = Referee(state.rules)
    hidden = iter(moves)
    for seen in telling(state):
        if seen.own:
            referee.attempt(state.color, PASS if seen.point is None else seen.point)
        else:
            move = PASS if seen.kind == "passed" else next(hidden)
            referee.attempt(opponent(state.color), move)
    return referee


def check_worlds(state: InformationState, count: int, tries: int) -> int:
    worlds = sample_worlds(state, count, tries=tries, seed=3)
    for signs, ko, moves in zip(worlds.signs, worlds.kos, worlds.moves, strict=True):
        referee = replayed(state, moves)
        assert telling(referee.information_state(state.color)) == telling(state)
        board = referee.board
        assert np.array_equal(board.to_array(), signs)
        assert board.ko_index == ko
    return len(worlds)


@given(
    seed=st.integers(0, 10**6),
    rules=st.sampled_from(RULES),
    attempts=st.integers(1, 40),
    color=st.sampled_from(["B", "W"]),
)
def test_every_world_explains_all_that_was_said(
    seed: int, rules: PhantomRules, attempts: int, color: Color
) -> None:
    check_worlds(random_game(rules, seed, attempts).information_state(color), 5, 200)


@pytest.mark.parametrize("name", ["G1", "G3", "G4", "G5"])
def test_worlds_of_the_games_of_the_thesis(name: str) -> None:
    turns = GameLog.parse(GAMES[name]).turns
    for plies in (10, 20, 30, 40):
        referee = replay(GameLog(turns[:plies]))
        for color in ("B", "W"):
            assert check_worlds(referee.information_state(color), 3, 3000) == 3


def possible_positions(state: InformationState) -> set[bytes]:
    """The position of every sequence of hidden moves that explains the history."""
    found: set[bytes] = set()
    wanted = telling(state)
    points = range(state.rules.size.points)

    def extend(moves: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
        if number == 0:
            yield moves
        else:
            for point in points:
                if explains(state, (*moves, point), wanted):
                    yield from extend((*moves, point), number - 1)

    for moves in extend((), sum(not s.own and s.kind == "played" for s in wanted)):
        referee = replayed(state, moves)
        if telling(referee.information_state(state.color)) == wanted:
            found.add(referee.board.to_array().tobytes())
    return found


def explains(state: InformationState, moves: tuple[int, ...], wanted: list[Observation]) -> bool:
    """Whether a beginning of the hidden moves fits the beginning of the history."""
    referee = Referee(state.rules)
    hidden = iter(moves)
    for number, seen in enumerate(wanted):
        if seen.own:
            referee.attempt(state.color, PASS if seen.point is None else seen.point)
        else:
            move = PASS if seen.kind == "passed" else next(hidden, None)
            if move is None:
                return True
            referee.attempt(opponent(state.color), move)
        if telling(referee.information_state(state.color))[: number + 1] != wanted[: number + 1]:
            return False
    return True


@given(
    seed=st.integers(0, 10**6),
    rules=st.sampled_from([*RULES[:9], *RULES[:9:3], *RULES[:9:3]]),
    attempts=st.integers(3, 16),
    color=st.sampled_from(["B", "W"]),
)
@settings(max_examples=150)
def test_no_possible_position_is_missed(
    seed: int, rules: PhantomRules, attempts: int, color: Color
) -> None:
    state = random_game(rules, seed, attempts).information_state(color)
    worlds = sample_worlds(state, 4000, tries=8000, seed=1)
    assert {signs.tobytes() for signs in worlds.signs} == possible_positions(state)


def test_inference_finds_what_is_certain() -> None:
    # White took D4: all around it is White's, though Black never tried there.
    referee = replay(GameLog.parse("D4 D5 A1 D3 A2 C4 A3 E4"))
    black = hidden_stone_map(referee.information_state("B"), 100)
    size = referee.rules.size
    for name in ("D5", "D3", "C4", "E4"):
        assert black.reshape(-1)[size.index(name)] > 0.98
    # Nothing stands on an own stone; D4 is open, but was emptied by the last move.
    assert black.reshape(-1)[size.index("A1")] == 0
    assert black.reshape(-1)[size.index("D4")] < 0.02


def test_the_same_seed_gives_the_same_worlds() -> None:
    state = replay(GameLog(GameLog.parse(GAMES["G1"]).turns[:20])).information_state("B")
    first, again, other = (sample_worlds(state, 20, seed=seed) for seed in (1, 1, 2))
    assert first.moves.tolist() == again.moves.tolist() != other.moves.tolist()


def test_the_map_of_hidden_stones_beats_uniform_scatter() -> None:
    """Late in a game what was captured and lost tells much that the belief board forgets."""
    rules = PhantomRules.on("7x7", komi=0.5)
    gains = []
    for seed in range(4):
        black, white = (
            PhantomPlayer("mce_all", rules, color, Settings(simulations=60), seed=seed)
            for color in ("B", "W")
        )
        turns = play_game(black, white, rules).log.turns
        referee = replay(GameLog(turns[:40]), rules)
        for color in ("B", "W"):
            state = referee.information_state(color)
            stones = referee.board.to_array() * (1 if color == "B" else -1)
            losses = [
                log_loss(map_, stones < 0, stones > 0)
                for map_ in (hidden_stone_map(state, 200), uniform_map(state))
            ]
            gains.append(losses[1] - losses[0])
    assert np.mean(gains) > 0.03


@st.composite
def nonsense(draw: st.DrawFn) -> InformationState:
    """Messages that no referee would send in this order."""
    rules = draw(st.sampled_from(RULES))
    point = st.integers(0, rules.size.points - 1).map(rules.size.point)
    stones = st.lists(point, max_size=3).map(tuple)
    own = st.builds(
        Observation,
        st.just(True),
        st.sampled_from(["played", "refused"]),
        point,
        st.sampled_from([None, "occupied", "empty"]),
        st.integers(-1, 4),
        st.none() | stones,
    )
    other = st.builds(
        Observation, st.just(False), st.sampled_from(["played", "passed"]), lost=stones
    )
    return InformationState(
        rules, draw(st.sampled_from(["B", "W"])), tuple(draw(st.lists(own | other)))
    )


@given(nonsense())
def test_nonsense_does_no_harm(state: InformationState) -> None:
    assert len(sample_worlds(state, 3, tries=20)) <= 3


def test_bad_numbers_of_worlds() -> None:
    with pytest.raises(GosekiError, match="the number of worlds is 0"):
        sample_worlds(InformationState(PhantomRules(), "B"), 0)


# -- worlds carried through a game ------------------------------------------------------------


def carried(state: InformationState, seed: int = 1) -> np.ndarray:
    size = state.rules.size
    mind = _core.PhantomMind(size.columns, size.rows, state.color == "B", tree=False, seed=seed)
    for seen in state.observations:
        if seen.own:
            mind.renew()
        if event := event_of(size, seen):
            mind.observe(event)
    mind.renew()
    return mind.worlds()


@given(
    seed=st.integers(0, 10**6),
    rules=st.sampled_from(RULES[:9]),
    attempts=st.integers(3, 16),
    color=st.sampled_from(["B", "W"]),
)
def test_every_carried_world_is_possible(
    seed: int, rules: PhantomRules, attempts: int, color: Color
) -> None:
    state = random_game(rules, seed, attempts).information_state(color)
    assert {signs.tobytes() for signs in carried(state)} <= possible_positions(state)


@pytest.mark.parametrize("name", ["G1", "G3", "G4", "G5"])
def test_worlds_are_carried_to_the_end_of_a_game(name: str) -> None:
    """Where sampling from nothing finds none."""
    turns = GameLog.parse(GAMES[name]).turns
    referee = replay(GameLog(turns[:80]))
    found = 0
    for color in ("B", "W"):
        state = referee.information_state(color)
        worlds = carried(state)
        found += len(worlds) > 0
        theirs = 1 if opponent(color) == "B" else -1
        assert ((worlds == theirs).sum(axis=(1, 2)) == state.opponent_count).all()
    assert found


@given(nonsense(), st.integers(0, 100))
def test_nonsense_leaves_no_worlds_but_does_no_harm(state: InformationState, seed: int) -> None:
    assert len(carried(state, seed)) <= 64


def test_worlds_outlive_an_eye_that_is_filled() -> None:
    """White stands in the middle of three points, and what is left are eyes of its own."""
    mind = _core.PhantomMind(3, 1, True, tree=False, seed=1)
    passed, their_move, middle_is_refused = (2, -1, 0, [], 0), (3, -1, 0, [], 0), (1, 1, 0, [], 0)
    for event in (passed, their_move):
        mind.observe(event)
    mind.renew()
    for event in (middle_is_refused, passed, their_move):
        mind.observe(event)
    found = {tuple(signs.ravel().tolist()) for signs in mind.worlds()}
    assert found == {(-1, -1, 0), (0, -1, -1)}
