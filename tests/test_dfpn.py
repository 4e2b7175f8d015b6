"""The proof-number search of the core, on games that are small enough to be solved backwards."""

import random

import pytest

from tests.support.probe import ask

pytestmark = pytest.mark.core

PROVEN, REFUTED, UNKNOWN = range(3)
Graph = list[tuple[bool, list[int]]]
"""By node: whether it is the prover's turn, and where the moves lead."""


def search(graph: Graph, *, nodes: int = 0, repetition_proves: bool = False) -> tuple[int, int]:
    """The verdict on the first node, and the nodes that were expanded."""
    listed = [n for turn, moves in graph for n in (turn, len(moves), *moves)]
    verdict, expanded = ask("dfpn", nodes, repetition_proves, 0, len(graph), *listed)
    return verdict, expanded


def forced(graph: Graph, *, by_prover: bool) -> set[int]:
    """From where a side can force that the other has no move."""
    won: set[int] = set()
    while True:
        more = {
            node
            for node, (turn, moves) in enumerate(graph)
            if (any(m in won for m in moves) if turn == by_prover else all(m in won for m in moves))
        }
        if more == won:
            return won
        won = more


def random_graph(rng: random.Random, *, cycles: bool) -> Graph:
    count = rng.randrange(2, 40)
    return [
        (
            rng.random() < 0.5,
            [
                rng.randrange(0 if cycles else node + 1, count)
                for _ in range(rng.randrange(4) if cycles or node + 1 < count else 0)
            ],
        )
        for node in range(count)
    ]


def matches(count: int) -> Graph:
    """Who takes the last of some matches, one or two at a time? The prover begins."""
    graph: Graph = []
    for left in range(count, -1, -1):
        for turn in (True, False):
            graph.append((turn, [len(graph) + 2 * n + (1 if turn else -1) for n in (1, 2)][:left]))
    return graph


def test_matches() -> None:
    for count in range(1, 13):
        assert search(matches(count))[0] == (REFUTED if count % 3 == 0 else PROVEN)


def test_games_without_cycles_are_solved() -> None:
    rng = random.Random(1)
    for _ in range(300):
        graph = random_graph(rng, cycles=False)
        expected = PROVEN if 0 in forced(graph, by_prover=True) else REFUTED
        assert search(graph)[0] == expected


def test_what_rests_on_no_repetition_is_right() -> None:
    rng = random.Random(2)
    seen = set()
    for _ in range(600):
        graph = random_graph(rng, cycles=True)
        verdict, _ = search(graph)
        seen.add(verdict)
        assert verdict != PROVEN or 0 in forced(graph, by_prover=True)
        other, _ = search(graph, repetition_proves=True)
        assert other != REFUTED or 0 in forced(graph, by_prover=False)
    assert seen >= {PROVEN, REFUTED}


def test_a_limit_of_nodes_is_kept() -> None:
    assert search(matches(40), nodes=5) == (UNKNOWN, 5)
    assert search(matches(40))[1] > 5
