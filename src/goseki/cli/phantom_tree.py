"""`goseki phantom tree`: what a UCT player looks at."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer
from rich.tree import Tree

from goseki.cli.options import JsonOption, refuse_options, tell_notes
from goseki.cli.output import end_if_interrupted, print_json, show_progress, stdout
from goseki.cli.phantom import KomiOption, ScoringOption, SizeOption
from goseki.cli.phantom_watch import read_game
from goseki.cli.tournament import SeedOption
from goseki.coords import Size, counted
from goseki.errors import GosekiError
from goseki.facts import facts
from goseki.phantom import GameLog, PhantomRules, Settings, replay
from goseki.phantom.tree import SearchNode, search_tree
from goseki.positions import open_position
from goseki.rules import check_komi


def run(
    context: typer.Context,
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A log, an SGF file, a saved game, - or an empty board such as 9x9.",
        ),
    ],
    turns: Annotated[
        int | None, typer.Option("--turns", help="After so many turns (default: all).", min=0)
    ] = None,
    player: Annotated[str, typer.Option(help="A player that builds a tree.")] = "uct_rand",
    simulations: Annotated[int, typer.Option(help="Simulated games.", min=1)] = 1000,
    scoring: ScoringOption = "win",
    depth: Annotated[int, typer.Option(help="Show so many plies.", min=1)] = 3,
    width: Annotated[int, typer.Option(help="Show so many moves of each node.", min=1)] = 4,
    size: SizeOption = "9x9",
    komi: KomiOption = "6.5",
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Show the tree that a UCT player builds for the side to move: visits and mean value of the
    most visited moves.

    \b
    Examples:
      goseki phantom tree 9x9 --simulations 5000
      goseki phantom tree game.txt --turns 20 --player uct_prob --depth 4
    """
    given = open_position(game)
    rules = PhantomRules(given.size or Size.parse(size), check_komi(komi))
    log, notes = GameLog(()), list[str]()
    if given.size is None:
        log, rules, notes = read_game(context, given, rules)
    else:
        refuse_options(context, ["size"], "an empty board, which has its own")
    if turns is not None and turns > len(log.turns):
        has = counted(len(log.turns), "turn")
        raise GosekiError(f"{given.name}: has {has}, so there is no turn {turns}")
    referee = replay(GameLog(log.turns[:turns]), rules)
    state = referee.information_state(referee.to_play)
    settings = Settings(simulations, scoring=scoring)
    with show_progress("simulating") as report:
        root = search_tree(
            state,
            player,
            settings,
            simulations=simulations,
            nodes=100_000,
            seed=seed,
            progress=report,
        )
    tell_notes(notes)
    shown = _top(root, depth, width)
    if as_json:
        about = {"player": player, "color": state.color, "turns": len(referee.log.turns)}
        tree = {**about, "tree": facts(shown), "evidence": "estimate"}
        print_json(tree, interrupted=root.interrupted)
    else:
        name = "Black" if state.color == "B" else "White"
        print(f"{player} as {name}; values are Black's")
        stdout.print(_branch(Tree(_label(shown)), shown))
    end_if_interrupted(root.interrupted)


def _label(node: SearchNode) -> str:
    where = "root" if node.point is None else f"{node.color} {node.point}"
    return f"{where}  {node.visits} visits  {node.value:.3f}"


def _branch(tree: Tree, node: SearchNode) -> Tree:
    for child in node.children:
        _branch(tree.add(_label(child)), child)
    return tree


def _top(node: SearchNode, depth: int, width: int) -> SearchNode:
    """The node with so many of its children, and theirs, down to a depth."""
    children = node.children[:width] if depth else []
    return replace(node, children=[_top(child, depth - 1, width) for child in children])
