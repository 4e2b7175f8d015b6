"""The search tree of a UCT player, to be looked at (Borsboom 2007, 2.1 and figure 2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from goseki.coords import Color, Point, opponent
from goseki.job import Report
from goseki.phantom.observation import InformationState
from goseki.phantom.players import PhantomPlayer, Settings


@dataclass(eq=False)
class SearchNode:
    """A node: the move that leads to it, and how the games through it ended."""

    color: Color | None
    """Who plays the move; `None` at the root."""
    point: Point | None
    visits: int
    value: float
    """The mean for Black: the share of games won, or the lead."""
    children: list[SearchNode] = field(default_factory=list)
    """Most visited first."""
    interrupted: bool = False
    """Whether Ctrl-C has cut the search short; only the root says so."""


def search_tree(
    state: InformationState,
    player: str = "uct_rand",
    settings: Settings | None = None,
    *,
    simulations: int = 1000,
    nodes: int = 500,
    seed: int = 0,
    progress: Report | None = None,
) -> SearchNode:
    """The tree that a player builds when it knows what `state` says: its most visited nodes.

    >>> from goseki.phantom import PhantomRules
    >>> root = search_tree(InformationState(PhantomRules.on("5x5"), "B"), simulations=200)
    >>> root.visits, root.visits - sum(child.visits for child in root.children)
    (200, 1)
    """
    thinker = PhantomPlayer(player, state.rules, state.color, settings, seed=seed)
    for seen in state.observations:
        thinker.observe(seen)
    found: list[SearchNode] = []
    depths: list[int] = []
    places, interrupted = thinker.search_tree(simulations, nodes, progress)
    for parent, index, visits, value in places:
        if not found:
            found.append(SearchNode(None, None, visits, value, interrupted=interrupted))
            depths.append(0)
            continue
        mover = state.color if depths[parent] % 2 == 0 else opponent(state.color)
        node = SearchNode(mover, state.rules.size.point(index), visits, value)
        found[parent].children.append(node)
        found.append(node)
        depths.append(depths[parent] + 1)
    return found[0] if found else SearchNode(None, None, 0, 0.0, interrupted=interrupted)
