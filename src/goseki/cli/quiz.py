"""`goseki quiz`: which of two points did a strong player choose?"""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from goseki.cli.options import JsonOption, refuse_options
from goseki.cli.output import draw, end_if_interrupted, print_json, show_progress
from goseki.coords import COLOR_NAMES, Point
from goseki.draw import Picture
from goseki.errors import GosekiError, one_line
from goseki.files import read_file
from goseki.learn.quiz import (
    PEOPLE,
    THESIS_MP_STAR,
    Pair,
    QuizResult,
    band,
    draw_pairs,
    read_answers,
)
from goseki.prediction.network import fits

LETTERS = "ab"
MODELS = ("mp-star", "net")
"""Who also takes every quiz."""
MOST_SHOWN = 20
"""Missed positions that are listed for people."""


def run(
    context: typer.Context,
    games: Annotated[
        list[Path],
        typer.Argument(help="Game records: files and folders.", show_default=False),
    ],
    count: Annotated[int, typer.Option(help="How many positions.", min=1, max=100_000)] = 20,
    first: Annotated[int, typer.Option(help="Ask for no move before this one.", min=1)] = 1,
    last: Annotated[int | None, typer.Option(help="Ask for no move after this one.", min=1)] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed asks the same (default: anything).", min=0)
    ] = None,
    take: Annotated[
        str | None,
        typer.Option(help="Let a model take it instead: net, mp-star, or the file of a network."),
    ] = None,
    answers: Annotated[
        str | None,
        typer.Option(help="Take the answers (a or b, q ends) from a file, or - for input."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Guess which of two near points a strong player chose, and see which rank that is typical of.

    The points are the move that was played and another legal one within three steps. The ranks are
    those of the nine people who took this quiz for van der Werf's thesis (2004), so they are a
    rough estimate. MP* and the network take it, too.

    \b
    Examples:
      goseki quiz games/
      goseki quiz game.sgf --count 40 --first 20 --seed 7
      goseki quiz games.sgfs.xz --count 400 --take net --json
      goseki quiz games/ --seed 7 --answers answers.txt
    """
    if take is not None:
        refuse_options(context, ("answers",), "--take")
    if as_json and take is None and answers is None:
        raise GosekiError("--json needs --answers or --take")
    letters = None if answers is None else _letters(answers)
    chosen = secrets.randbits(31) if seed is None else seed
    with show_progress("reading games") as report:
        pairs = draw_pairs(games, count, first=first, last=last, seed=chosen, progress=report)
    result = QuizResult(pairs, [])
    try:
        if take is not None:
            with show_progress(f"{take} chooses") as report:
                result.let_take(take, report)
        elif letters is not None:
            _take(result, letters)
        else:
            _ask(result)
        with show_progress("the models choose") as report:
            result.ask_models(_models(result, take), report)
    except KeyboardInterrupt:
        result.interrupted = True
    if as_json:
        told = {"seed": chosen, "taken_by": take, **result.facts()}
        print_json(told, interrupted=result.interrupted)
    else:
        _tell(result, chosen, take)
    end_if_interrupted(result.interrupted)


def _letters(answers: str) -> list[str]:
    if answers == "-":
        if sys.stdin is None:
            raise GosekiError("standard input is closed")
        return read_answers(sys.stdin.read(), "standard input")
    try:
        data = read_file(answers)
    except OSError as error:
        raise GosekiError(f"{answers}: cannot be read: {error.strerror or error}") from None
    return read_answers(data.decode("utf-8", "replace"), answers)


def _take(result: QuizResult, letters: list[str]) -> None:
    for pair, letter in zip(result.pairs, letters, strict=False):
        result.answers.append(pair.points[LETTERS.index(letter)])


def _ask(result: QuizResult) -> None:
    """Show each position and read an answer, until q or the end of the input."""
    if sys.stdin is None:
        raise GosekiError("standard input is closed")
    for number, pair in enumerate(result.pairs, 1):
        a, b = pair.points
        draw(Picture.of(pair.board, labels={a: "a", b: "b"}))
        name = COLOR_NAMES[pair.board.to_play]
        print(f"{number} of {len(result.pairs)}: {name} to play, {a} (a) or {b} (b)?")
        letter = ""
        while letter not in ("a", "b"):
            print("a, b, or q to end: ", end="", flush=True)
            line = sys.stdin.readline()
            letter = line.strip().lower()
            if not line or letter == "q":
                print()
                return
        _take_one(result, pair, letter)


def _take_one(result: QuizResult, pair: Pair, letter: str) -> None:
    answer: Point = pair.points[LETTERS.index(letter)]
    result.answers.append(answer)
    print("Right.\n" if answer == pair.played else f"No: it was {pair.played}.\n")


def _models(result: QuizResult, take: str | None) -> list[str]:
    """The models that can play on all boards of the quiz, but for the one that has taken it."""
    on_all = all(fits(pair.board.size) for pair, _ in result.answered)
    return [model for model in MODELS if model != take and (model != "net" or on_all)]


def _tell(result: QuizResult, seed: int, take: str | None) -> None:
    score = result.score
    if score is None:
        print("No position was answered.")
        return
    who = "You have" if take is None else f"{take} has"
    print(
        f"{who} {score.wins:.0f} of {score.games} right: {score.share:.1%} "
        f"({score.low:.1%} to {score.high:.1%} with 95 %)."
    )
    ranks = band(score)
    print(f"That is typical of {ranks.middle}; within the interval of {ranks}.")
    for model, duel in result.models.items():
        print(
            f"{model} has {duel.wins:.0f} of the same right: {duel.share:.1%} "
            f"({duel.low:.1%} to {duel.high:.1%})."
        )
    missed = result.missed
    if missed:
        print("Missed:")
        for pair, answer in missed[:MOST_SHOWN]:
            name = COLOR_NAMES[pair.board.to_play]
            print("  " + one_line(f"{pair.where}: {name} played {pair.played}, not {answer}"))
        if len(missed) > MOST_SHOWN:
            print(f"  and {len(missed) - MOST_SHOWN} more (--json has all)")
    print(
        f"An estimate: {len(PEOPLE)} people took the thesis's quiz, on 394 moves of amateur dans "
        f"(its MP*: {THESIS_MP_STAR} %). --seed {seed} asks the same again."
    )
