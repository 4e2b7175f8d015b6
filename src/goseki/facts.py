"""Results as JSON: one place for the command line, pages and protocols.

`facts(result)` is a dictionary of what `json.dumps` takes. Points are written as `D4`, arrays as
lists, and every claim comes with its `evidence`. The keys are part of the product: they stay.

>>> from goseki import Board
>>> facts(Board("2x1", komi=0.5))["board"], facts(Board("2x1").legal_moves)["legal"]
(['..'], ['A1', 'B1'])

Whoever holds a result has loaded the module that made it, so this one need load none: a writer
is found by the name of the result's class, which is the annotation of its parameter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from goseki.coords import PASS, Point
from goseki.errors import GosekiError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from goseki.analysis import Analysis
    from goseki.board import Board, LegalMoves, Score
    from goseki.evidence import Ownership
    from goseki.match import GameResult, Tournament
    from goseki.phantom.equilibrium import GameValue
    from goseki.phantom.exact import Exploitability
    from goseki.phantom.tree import SearchNode
    from goseki.playouts import PlayoutResult
    from goseki.positions import Source
    from goseki.prediction import Candidates, GamePrediction, Prediction
    from goseki.proof import CheckResult, ProofSummary
    from goseki.safety import EyeShape, RegionResult, SafetyResult
    from goseki.safety.result import OpenField, SafeRegion
    from goseki.solver import CaptureResult, SolveResult, ThesisResult
    from goseki.tactics import Ladder, Solution, SuiteResult, SuiteRow, WhyNot

Facts = dict[str, Any]

_WRITERS: dict[str, Callable[[Any], Facts]] = {}


def facts(result: object) -> Facts:
    """What a result says, for `json.dumps`.

    >>> from goseki import Board, run_playouts
    >>> said = facts(run_playouts(Board("3x3"), 100, seed=1))
    >>> said["games"], said["evidence"], said["score"]
    (100, 'estimate', 0.0)
    >>> facts("3x3")
    Traceback (most recent call last):
    goseki.errors.GosekiError: str is not a result that has facts
    """
    for kind in type(result).__mro__:
        if kind.__module__.partition(".")[0] == "goseki" and kind.__name__ in _WRITERS:
            return _WRITERS[kind.__name__](result)
    raise GosekiError(f"{type(result).__name__} is not a result that has facts")


def _writes(writer: Callable[[Any], Facts]) -> Callable[[Any], Facts]:
    _WRITERS[writer.__annotations__["result"].partition("[")[0]] = writer
    return writer


# -- positions --------------------------------------------------------------------------------


@_writes
def _of_board(result: Board) -> Facts:
    return {
        **_position(result),
        "columns": result.columns,
        "rows": result.rows,
        "prisoners": result.prisoners,
        "ko": _name(result.ko),
        "passes": result.passes,
        "over": result.is_over,
    }


@_writes
def _of_source(result: Source) -> Facts:
    notes = {"notes": list(result.notes)} if result.notes else {}
    return {**_position(result.board), "move": result.move, "moves": result.moves, **notes}


@_writes
def _of_legal_moves(result: LegalMoves) -> Facts:
    return {
        "legal": _names(point for point in result if not point.is_pass),
        "pass": PASS in result,
        "illegal": {str(point): reason for point, reason in result.forbidden.items()},
    }


@_writes
def _of_score(result: Score) -> Facts:
    return {
        "result": result.result,
        "black": result.black,
        "white": result.white,
        "komi": result.komi,
    }


def _position(board: Board) -> Facts:
    from goseki.diagram import format_diagram

    return {
        "board": format_diagram(board.to_array()).split("\n"),
        "to_play": board.to_play,
        "rules": board.rules.to_katago(),
        "ply": board.ply,
    }


# -- predictions ----------------------------------------------------------------------------


@_writes
def _of_prediction(result: Prediction) -> Facts:
    return {
        "moves": [{"move": str(move), "p": round(p, 6)} for move, p in result.moves],
        "value": None if result.value is None else round(result.value, 4),
        "score": None if result.score is None else round(result.score, 2),
        "owner": None if result.ownership is None else _rows(result.ownership),
        "model": result.model,
        "evidence": result.evidence,
    }


@_writes
def _of_candidates(result: Candidates) -> Facts:
    return {
        "moves": [{"move": str(move), "p": round(p, 6)} for move, p in result.moves],
        "kept": round(result.kept, 4),
        "is_measured": result.is_measured,
        "evidence": result.evidence,
    }


@_writes
def _of_game_prediction(result: GamePrediction) -> Facts:
    return {
        "played": [
            {
                "number": m.number,
                "color": m.color,
                "move": str(m.move),
                "rank": m.rank,
                "p": round(m.p, 6),
                "expected": str(m.expected),
                "value": None if m.value is None else round(m.value, 4),
            }
            for m in result.moves
        ],
        "top": {str(n): round(result.share_within(n), 4) for n in (1, 5, 20)},
        "evidence": result.evidence,
    }


# -- estimates --------------------------------------------------------------------------------


@_writes
def _of_ownership(result: Ownership) -> Facts:
    return {
        "proven": result.proven.tolist(),
        "estimate": None if result.estimate is None else _rows(result.estimate),
        "evidence": result.evidence,
    }


@_writes
def _of_playouts(result: PlayoutResult) -> Facts:
    return {
        "evidence": result.evidence,
        "games": result.games,
        "score": round(result.score, 3),
        "deviation": round(result.deviation, 3),
        "black_win_rate": round(result.black_win_rate, 4),
        "black_wins": result.black_wins,
        "white_wins": result.white_wins,
        "draws": result.draws,
        "mean_length": round(result.mean_length, 2),
        "owner": _rows(result.ownership),
        **_interruption(result),
    }


@_writes
def _of_analysis(result: Analysis) -> Facts:
    board, estimate, played = result.board, result.ownership.estimate, result.played
    found: Facts = {
        "prisoners": board.prisoners,
        "ko": _name(board.ko),
        "legal": len(board.legal_points()),
        "atari": _names(result.atari),
        "over": board.is_over,
        "count": {
            **facts(board.score()),
            "evidence": "unknown",
            "assumes": "every stone on the board is alive",
        },
        "safe": {
            **{color: _names(points) for color, points in result.safe.items()},
            "evidence": "proven",
        },
        "neutral": _names(result.neutral),
        "blocks": [{**vars(block), "stones": _names(block.stones)} for block in result.blocks],
        "final": {
            **facts(result.final),
            "lead": result.final.lead,
            "evidence": result.final_evidence,
            "lead_bounds": None if result.lead_bounds is None else list(result.lead_bounds),
            "winner": result.winner,
            "winner_evidence": result.winner_evidence,
        },
        "sentences": result.sentences(),
        "evidence": result.evidence,
        "seconds": round(result.seconds, 3),
        **_interruption(result),
    }
    if result.safety is not None:
        found["seki"] = facts(result.safety)["seki"]
    if result.solution is not None:
        found["solution"] = facts(result.solution)
    if result.tactics is not None:
        found["tactics"] = [facts(fight) for fight in result.tactics]
    if result.predicted is not None:
        found["predicted"] = facts(result.predicted)
    if estimate is not None and played is not None:
        found |= {
            "owner": _rows(estimate),
            "score": round(played.score, 2),
            "deviation": round(played.deviation, 2),
            "black_win_rate": round(played.black_win_rate, 4),
            "games": played.games,
        }
    return found


# -- small boards -----------------------------------------------------------------------------


@_writes
def _of_solution(result: SolveResult) -> Facts:
    from goseki.rules import SOLVER_SCORING, solver_scoring
    from goseki.solver.result import SUPERKO

    board = result.board
    found: Facts = {
        "ko": result.ko,
        "ko_point": None if board is None else _name(board.ko),
        "scoring": SOLVER_SCORING,
        "scoring_words": solver_scoring(superko=result.ko in SUPERKO),
        "score": result.score,
        "lower": result.lower,
        "upper": result.upper,
        **_line(result),
    }
    if result.at_least is not None:
        found |= {"at_least": result.at_least, "holds": result.holds}
    if result.openings:
        found["openings"] = {str(point): r.score for point, r in result.openings.items()}
        found["opening_bounds"] = {
            str(point): [r.lower, r.upper] for point, r in result.openings.items()
        }
    return found


@_writes
def _of_thesis(result: ThesisResult) -> Facts:
    return {
        **_of_solution(result),
        "method": "thesis",
        "without": list(result.without),
        "value": result.value,
        "depth": result.depth,
        "depth_nodes": result.depth_nodes,
        "deepest": result.deepest,
    }


@_writes
def _of_capture(result: CaptureResult) -> Facts:
    return {
        "game": "capture",
        "winner": result.winner,
        "plies": result.plies,
        "no_win_within": result.no_win_within,
        **_line(result),
    }


def _line(result: SolveResult | CaptureResult) -> Facts:
    """The best play, and how it was found."""
    return {
        "evidence": result.evidence,
        "best": _names(result.best),
        "pv": _names(result.pv),
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        **({"note": result.note} if result.note else {}),
        **_interruption(result),
    }


# -- safety -----------------------------------------------------------------------------------


@_writes
def _of_safety(result: SafetyResult) -> Facts:
    from goseki.safety import OF_STONES, OF_TERRITORY

    return {
        "method": result.method,
        "level": result.level,
        "count": result.count,
        "safe": {color: _names(points) for color, points in result.safe.items()},
        "dead": _names(result.dead),
        "blocks": [
            {"color": block.color, "stones": _names(block.stones), "tag": block.tag}
            for block in result.blocks
        ],
        "regions": [
            {
                **_field(region),
                "tag": region.tag,
                "reply": region.reply,
                "pairs": [_names(pair) for pair in region.pairs],
            }
            for region in result.regions
        ],
        "open_fields": [_field(field) for field in result.open_fields],
        "seki": [
            {
                **{color: _names(stones) for color, stones in seki.stones.items()},
                "between": _names(seki.between),
            }
            for seki in result.seki
        ],
        "claims": {"stones": OF_STONES, "territory": OF_TERRITORY},
        "evidence": result.evidence,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        **_interruption(result),
    }


def _field(field: SafeRegion | OpenField) -> Facts:
    return {
        "color": field.color,
        "points": _names(field.points),
        "targets": {str(stone): target for stone, target in field.targets},
    }


_OF_REGIONS = {"proven": "proven", "refuted": "not proven", "unknown": "limit"}
"""The verdict on a region as JSON has always had it."""


@_writes
def _of_region(result: RegionResult) -> Facts:
    return {
        "region": _names(result.region),
        "defender": result.defender,
        "first": result.first,
        "ko_winner": result.ko_winner,
        "outside_liberties": result.outside_liberties,
        "blocks": [_names(block) for block in result.blocks],
        "stones": _OF_REGIONS[result.stones],
        "territory": _OF_REGIONS[result.territory],
        "evidence": result.evidence,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        **_interruption(result),
    }


@_writes
def _of_eye_shape(result: EyeShape) -> Facts:
    fates = {"attacker_first": result.attacker_first, "defender_first": result.defender_first}
    return {
        "rows": result.diagram().split("\n"),
        "points": len(result.cells),
        **{name: {"status": fate.status, **asdict(fate)} for name, fate in fates.items()},
        "attacks": [list(cell) for cell in result.attacks],
        "defenses": [list(cell) for cell in result.defenses],
    }


# -- tactics ----------------------------------------------------------------------------------


@_writes
def _of_tactics(result: Solution) -> Facts:
    found: Facts = {
        "target": _names(result.target),
        "target_found": result.target_found,
        "goal": result.goal,
        "to_play": result.to_play,
        **({"firm": _names(result.firm)} if result.firm else {}),
        "status": result.status,
        "evidence": result.evidence,
        "best": _names(result.best),
        "best_complete": result.best_complete,
        "worse": _names(result.worse),
        **({"as_good": _names(result.as_good)} if result.as_good else {}),
        "pv": _names(result.pv),
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        **_settled(result.settled_after),
        **_interruption(result),
    }
    ko = result.ko
    if ko is not None:  # what is not decided has no key
        winner = {} if ko.winner is None else {"for": ko.winner}
        names = {"B": "threats_black", "W": "threats_white"}
        found["ko"] = {**winner, **{names[color]: n for color, n in sorted(ko.threats.items())}}
    if result.why_not is not None:
        found["why_not"] = facts(result.why_not)
    if result.if_black_first is not None and result.if_white_first is not None:
        found["if_black_first"] = facts(result.if_black_first)
        found["if_white_first"] = facts(result.if_white_first)
    return found


def _settled(seconds: float | None) -> Facts:
    return {} if seconds is None else {"settled_after": round(seconds, 4)}


@_writes
def _of_why_not(result: WhyNot) -> Facts:
    return {
        "move": str(result.move),
        "is_worse": result.is_worse,
        "status": result.status,
        "pv": _names(result.pv),
        "evidence": result.evidence,
    }


@_writes
def _of_ladder(result: Ladder) -> Facts:
    return {
        "method": "ladder",
        "target": str(result.target),
        "to_play": result.to_play,
        "threats_black": result.threats["B"],
        "threats_white": result.threats["W"],
        "status": result.status,
        "evidence": result.evidence,
        "best": _names(result.best),
        "best_complete": result.best_complete,
        "pv": _names(result.pv),
        "ko": result.ko,
        "zone": _names(sorted(result.zone)),
        "nodes": result.nodes,
        **_interruption(result),
    }


@_writes
def _of_suite(result: SuiteResult) -> Facts:
    return {
        "problems": [facts(row) for row in result.rows],
        "counts": result.counts,
        "median_seconds": result.median_seconds,
        "median_settled": result.median_settled,
        **_interruption(result),
    }


@_writes
def _of_suite_row(result: SuiteRow) -> Facts:
    said = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(result).items()
    }
    return said if result.error else {k: v for k, v in said.items() if k != "error"}


# -- certificates -----------------------------------------------------------------------------


@_writes
def _of_proof(result: ProofSummary) -> Facts:
    return {
        "file": result.path,
        "claims": result.claims,
        "situations": result.situations,
        "bytes": result.bytes,
    }


@_writes
def _of_check(result: CheckResult) -> Facts:
    found: Facts = {
        "valid": result.valid,
        "evidence": "proven" if result.valid else "unknown",
        "claims": [
            {
                "kind": claim.kind,
                "claim": claim.words,
                "board": claim.board,
                **claim.terms,
                "situations": claim.situations,
            }
            for claim in result.claims
        ],
        "conclusion": result.conclusion,
        "situations": result.situations,
    }
    fault = result.fault
    if fault is not None and result.failed_claim is not None:
        move = None if fault.move is None else str(fault.point)
        found["fault"] = {"claim": result.failed_claim.words, **asdict(fault), "move": move}
    return found


# -- matches, and Phantom Go ------------------------------------------------------------------


@_writes
def _of_tournament(result: Tournament[Any]) -> Facts:
    standings = result.standings
    totals = {player: standings.total(player) for player in standings.players}
    return {
        "players": list(standings.players),
        "wins": {player: duel.wins if duel else 0 for player, duel in totals.items()},
        "table": [
            {
                "player": one,
                "opponent": other,
                "games": duel.games,
                "wins": duel.wins,
                "share": round(duel.share, 4),
                "low": round(duel.low, 4),
                "high": round(duel.high, 4),
            }
            for (one, other), duel in standings.duels.items()
        ],
        "elo": {
            player: {"elo": round(rating.elo, 1), "margin": round(rating.margin, 1)}
            for player, rating in standings.ratings().items()
        },
        "games": [_of_game(game) for game in result.games],
        "evidence": "estimate",
    }


@_writes
def _of_game(result: GameResult) -> Facts:
    return {
        **asdict(result),
        "result": result.result,
        "conditions": json.loads(result.conditions),
    }


@_writes
def _of_exploitability(result: Exploitability) -> Facts:
    return {
        "black_best": [result.black_best.low, result.black_best.high],
        "white_best": [result.white_best.low, result.white_best.high],
        "exploitability": [result.exploitability.low, result.exploitability.high],
        "information_sets": result.information_sets,
        "response_sets": result.response_sets,
        "evidence": result.evidence,
    }


@_writes
def _of_game_value(result: GameValue) -> Facts:
    return {
        "low": float(result.low),
        "high": float(result.high),
        "rounds": result.rounds,
        "evidence": "proven",
    }


@_writes
def _of_node(result: SearchNode) -> Facts:
    return {
        "move": _name(result.point),
        "color": result.color,
        "visits": result.visits,
        "value": round(result.value, 6),
        "children": list(map(_of_node, result.children)),
    }


# -- the parts --------------------------------------------------------------------------------


def _name(point: Point | None) -> str | None:
    return None if point is None else str(point)


def _names(points: Iterable[Point]) -> list[str]:
    return list(map(str, points))


def _rows(values: npt.NDArray[np.float32]) -> list[list[float]]:
    return [[round(float(value), 3) for value in row] for row in values]


def _interruption(result: Any) -> Facts:
    return {"interrupted": True} if getattr(result, "interrupted", False) else {}
