"""`predict`: which moves strong players would play, the likeliest first."""

from __future__ import annotations

import os
from pathlib import Path

from goseki.board import Board, check_board
from goseki.checks import check_whole
from goseki.coords import PASS, Move
from goseki.errors import GosekiError
from goseki.game import Game
from goseki.job import Progress, Report
from goseki.models import SHIPPED, model_path
from goseki.prediction.mp_star import MpStar
from goseki.prediction.network import NetworkModel, load_network
from goseki.prediction.result import GamePrediction, PredictedMove, Prediction, Surprise

MOST_SYMMETRIES = 8
MP_STAR = "mp-star"


def predict(
    board: Board, *, model: str | os.PathLike[str] = "net", symmetries: int = 1
) -> Prediction:
    """Rank the legal moves of a position, as strong players would choose them.

    `model` is `net`, the file of a network, or `mp-star`, the predictor of van der Werf's thesis,
    which ranks moves and says nothing of the end of the game. `symmetries` says in how many of the
    eight ways to lay the board down it is looked at, which costs as many times the time.

    >>> found = predict(Board("9x9"))
    >>> len(found.moves), round(sum(move.p for move in found.moves), 3), found.evidence
    (82, 1.0, 'estimate')
    """
    check_board(board)
    check_whole("symmetries", symmetries, 1, MOST_SYMMETRIES)
    if board.is_over:
        raise GosekiError("the game is over: there is no move to predict")
    if model == MP_STAR:
        return _by_mp_star(board)
    network = find_model(model)
    seen = network.evaluate(board, symmetries)
    sign = 1 if board.to_play == "B" else -1
    legal = [board.index(move) for move in board.legal_moves if not move.is_pass]
    chances = [(index, float(seen.policy[index])) for index in legal]
    total = sum(p for _, p in chances) + float(seen.policy[-1])  # superko may forbid some
    ranked = [PredictedMove(board.point(index), p / total) for index, p in chances]
    ranked.append(PredictedMove(PASS, float(seen.policy[-1]) / total))
    ranked.sort(key=lambda found: -found.p)
    return Prediction(
        board.to_play,
        ranked,
        seen.win if sign > 0 else 1 - seen.win,
        sign * seen.lead,
        sign * seen.owner.reshape(board.rows, board.columns),
        str(model),
        board=board.copy(),
        kept=network.kept(board.size),
    )


def _by_mp_star(board: Board) -> Prediction:
    """By the predictor of the thesis, which ranks moves, knows no pass, and nothing of the end."""
    ranked = MpStar.shipped(board).rank(board)
    moves = [PredictedMove(move, p) for move, p in ranked.moves(board)]
    moves.append(PredictedMove(PASS, 0.0 if moves else 1.0))
    return Prediction(board.to_play, moves, model=MP_STAR, board=board.copy())


def find_model(model: str | os.PathLike[str]) -> NetworkModel:
    """A model by its name or file."""
    is_name = isinstance(model, str) and model in SHIPPED
    return load_network(model_path(str(model)) if is_name else Path(model))


def predict_game(
    game: Game,
    *,
    model: str | os.PathLike[str] = "net",
    symmetries: int = 1,
    progress: Report | None = None,
) -> GamePrediction:
    """Every move of a game's main line: its rank, and how likely it was. Passes and moves of
    records that break the rules are left out; Ctrl-C keeps what was found."""
    found: list[Surprise] = []
    interrupted = False
    moves = game.moves()
    try:
        for number, (board, move) in enumerate(game.replay(), 1):
            if not move.point.is_pass and board.is_legal(move.point, move.color):
                found.append(_surprise(board, move, number, model, symmetries))
            if progress is not None:
                text = f"move {number} of {len(moves)}"
                progress(Progress(share=number / len(moves), text=text))
    except KeyboardInterrupt:
        interrupted = True
    return GamePrediction(found, interrupted)


def _surprise(
    board: Board, move: Move, number: int, model: str | os.PathLike[str], symmetries: int
) -> Surprise:
    before = board
    if board.to_play != move.color:  # records may let a side play twice
        before = board.copy()
        before.to_play = move.color
    found = predict(before, model=model, symmetries=symmetries)
    plays = [one for one in found.moves if not one.move.is_pass]
    p = found.p(move.point)
    rank = sum(one.p >= p for one in plays)
    return Surprise(number, move.color, move.point, rank, p, plays[0].move, found.value)
