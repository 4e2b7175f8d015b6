"""What was solved, in words and as a game record.

The record starts from the position as setup. Its main line is the line of best play; where
first moves were valued, each is a variation, with its value as the name of the node (`N`),
in a comment, and as a label on the point (`LB`).
"""

from __future__ import annotations

from goseki.board import Board
from goseki.coords import COLOR_NAMES, Point
from goseki.game import Game
from goseki.rules import SOLVER_SCORING
from goseki.sgf import Node
from goseki.solver.capture import CaptureResult
from goseki.solver.result import SolveResult


def value_text(result: SolveResult) -> str:
    """A score such as `+9`, or what is proven of it, such as `-1..+3`.

    >>> from goseki.solver import solve
    >>> value_text(solve(Board("3x3"))), value_text(solve(Board("19x19")))
    ('+9', '-361..+361')
    """
    if result.score is not None:
        return lead_text(result.score)
    return f"{lead_text(result.lower)}..{lead_text(result.upper)}"


def lead_text(lead: float) -> str:
    """A lead with its sign; 0 has none.

    >>> lead_text(9.0), lead_text(-0.5), lead_text(0.0), lead_text(8.8765433)
    ('+9', '-0.5', '0', '+8.8765433')
    """
    return f"{lead:+.12g}" if lead else "0"


def sentence(result: SolveResult | CaptureResult) -> str:
    """What is proven, in one sentence.

    >>> from goseki.solver import solve_capture
    >>> sentence(solve_capture(Board("2x2")))
    'White makes the first capture after 4 plies: proven.'
    """
    if isinstance(result, CaptureResult):
        return _capture_sentence(result)
    if result.at_least is not None:
        ink = "proven" if result.evidence == "proven" else "believed, not proven"
        answers = {True: f"yes, {ink}", False: f"no, {ink}", None: "not decided"}
        answer = f"Is Black's lead at least {result.at_least:.12g}? {answers[result.holds]}"
    elif result.evidence == "estimate":
        answer = f"Black's lead under best play may be {value_text(result)}: estimate"
    elif result.score is not None:
        answer = f"Black's lead under best play is {value_text(result)}: proven"
    else:
        answer = (
            f"Black's lead under best play is between {lead_text(result.lower)} and "
            f"{lead_text(result.upper)}: both bounds proven, the rest not decided"
        )
    return f"{answer} ({result.ko} ko, scoring of {SOLVER_SCORING})."


def _capture_sentence(result: CaptureResult) -> str:
    if result.winner is None:
        bounds = ", ".join(
            f"{COLOR_NAMES[color]} not within {plies} {'ply' if plies == 1 else 'plies'}"
            for color, plies in result.no_win_within.items()
        )
        return f"Not decided: {bounds or 'nothing is proven yet'}."
    length = ""
    if result.plies is not None:
        length = f" after {result.plies} {'ply' if result.plies == 1 else 'plies'}"
    return f"{COLOR_NAMES[result.winner]} makes the first capture{length}: proven."


def solution_record(board: Board, result: SolveResult | CaptureResult) -> Game:
    """The record of a solution of `board`.

    >>> from goseki.solver import solve
    >>> game = solution_record(Board("3x1"), solve(Board("3x1"), openings=True))
    >>> [node.get("N") for node in game.root.children], game.root.properties["LB"]
    (['+3', '-3', '-3'], ['aa:-3', 'ba:+3', 'ca:-3'])
    """
    game = Game.from_board(board)
    root = game.end
    comment = [sentence(result), result.note]
    if isinstance(result, CaptureResult):
        comment.insert(0, "The capture game: who captures first wins.")
    root.properties["C"] = ["\n".join(filter(None, comment))]
    game.add_variation(result.pv, root, board.to_play)
    if isinstance(result, SolveResult):
        _add_openings(game, root, board, result)
    return game


def _add_openings(game: Game, root: Node, board: Board, result: SolveResult) -> None:
    """The best move first, the others row by row."""
    for point, opening in result.openings.items():
        node = _first_move(game, root, board, result, point)
        node.properties["N"] = [value_text(opening)]
        note = "One of the best moves. " if point in result.best else ""
        node.properties["C"] = [f"{note}{sentence(opening)}"]
        if not node.children:
            game.add_variation(opening.pv, node)
    labels = {point: value_text(opening) for point, opening in result.openings.items()}
    if labels:
        game.set_marks(root, LB=labels)


def _first_move(game: Game, root: Node, board: Board, result: SolveResult, point: Point) -> Node:
    if result.pv[:1] == [point]:
        return root.children[0]
    return game.add_move(point, board.to_play, node=root)
