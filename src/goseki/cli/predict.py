"""`goseki predict`: the moves that strong players would choose."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goseki.cli.options import (
    ForceOption,
    GameOption,
    JsonOption,
    KomiOption,
    KoOption,
    MoveOption,
    PositionArgument,
    RulesOption,
    ToPlayOption,
    ViewOption,
    read_position,
    refuse_options,
    tell_notes,
)
from goseki.cli.output import (
    check_target,
    draw,
    end_if_interrupted,
    print_json,
    show_progress,
)
from goseki.coords import COLOR_NAMES, Point
from goseki.errors import GosekiError, one_line
from goseki.facts import facts
from goseki.files import write_file
from goseki.game import Game
from goseki.learn.collection import (
    TOPS,
    CollectionPrediction,
    is_collection,
    predict_games,
)
from goseki.learn.metrics import shares_within
from goseki.positions import choose_game, open_position
from goseki.prediction import GamePrediction, Prediction, predict, predict_game
from goseki.prediction.plot import check_plots, plot_game, plot_ranks
from goseki.prediction.ranking import MP_STAR, find_model
from goseki.records import write_sgf

_OF_ONE_POSITION = ("move", "to_play", "view", "sgf", "top", "rules", "ko", "komi")
_LINE = "{:>6}  {:>6}  {:>6}  {:>6}  {}"
MOST_TOLD = 5
"""Games that were left out, of which is told why."""
LABELS = "123456789"
"""Marks of the likeliest moves on the board."""


def run(
    context: typer.Context,
    position: PositionArgument,
    top: Annotated[int, typer.Option(help="How many moves to list.", min=1, max=362)] = 5,
    model: Annotated[str, typer.Option(help="net, mp-star, or the file of a network.")] = "net",
    symmetries: Annotated[
        int, typer.Option(help="Average over so many symmetries of the board.", min=1, max=8)
    ] = 1,
    every: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Every move of the game: its rank, and how likely it was; or every game of a "
            "folder or a file with several: how many moves are among the first 1, 5 and 20.",
        ),
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(
            help="With --all: draw it into a .png or .svg file; of several games the rank curve."
        ),
    ] = None,
    sgf: Annotated[
        Path | None, typer.Option(help="Write the position with the moves as labels (.sgf).")
    ] = None,
    game: GameOption = None,
    move: MoveOption = None,
    view: ViewOption = None,
    to_play: ToPlayOption = None,
    rules: RulesOption = None,
    ko: KoOption = None,
    komi: KomiOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Rank the legal moves as strong players would choose them, by a network that learned from
    their games. Always an estimate.

    \b
    Examples:
      goseki predict game.sgf --move 40
      goseki predict 9x9 --top 10 --json
      goseki predict game.sgf --all
      goseki predict game.sgf --all --plot surprise.png
      goseki predict games/ --all --plot curve.png
      goseki predict game.sgf --sgf hints.sgf
    """
    check_target(plot, ".png", ".svg", force=force)
    check_target(sgf, ".sgf", force=force)
    if as_json:
        refuse_options(context, ("view",), "--json")
    if every:
        refuse_options(context, _OF_ONE_POSITION, "--all")
        if game is None and is_collection(Path(position)):
            _predict_collection(position, model, symmetries, plot, force, as_json)
            return
        given = open_position(position, game)
        if not given.is_sgf:
            raise GosekiError("--all needs a game record (SGF)")
        record, notes = choose_game(given, game)
        tell_notes(notes)
        with show_progress("predicting") as report:
            found = predict_game(record, model=model, symmetries=symmetries, progress=report)
        _show_game(found, model, as_json)
        if plot is not None:
            write_file(plot, plot_game(found, plot.suffix[1:]), force=force)
        end_if_interrupted(found.interrupted)
        return
    if plot is not None:
        raise GosekiError("--plot needs --all")
    source = read_position(context, quiet=True)
    result = predict(source.board, model=model, symmetries=symmetries)
    tell_notes(source.notes)
    if as_json:
        said = facts(result)
        said["moves"] = said["moves"][:top]
        listed = facts(result.candidates(_plays(result, top)))
        said |= {name: listed[name] for name in ("kept", "is_measured")}
        print_json({**facts(source), **said})
    else:
        draw(source.picture(labels=_labels(result)))
        print(_sentence(result, top))
    if sgf is not None:
        labelled = Game.from_board(source.board)
        labelled.set_marks(LB=_labels(result))
        write_sgf(labelled, sgf, force=force)


def _predict_collection(
    position: str, model: str, symmetries: int, plot: Path | None, force: bool, as_json: bool
) -> None:
    """Every game of a folder or file, one line each, and what they come to together. As JSON, too,
    each is an object on a line of its own."""
    found = CollectionPrediction()
    if plot is not None:
        check_plots()
    if model != MP_STAR:
        find_model(model)  # complains before the work
    with show_progress("predicting") as report:
        games = predict_games(position, found, model=model, symmetries=symmetries, progress=report)
        for number, game in enumerate(games):
            if as_json:
                print_json(game.facts())
                continue
            if not number:
                print(_LINE.format("moves", *(f"top {n}" for n in TOPS), "game"))
            shares = (f"{game.top(n).share:.1%}" for n in TOPS)
            where = one_line(f"{game.source}, game {game.number}")
            print(_LINE.format(len(game.prediction.moves), *shares, where), flush=True)
    if not found.games and not found.interrupted:
        reason = f": {found.skipped[0]}" if found.skipped else ""
        raise GosekiError(f"{position}: there is no game to use{reason}")
    tell_notes([f"left out {line}" for line in found.skipped[:MOST_TOLD]])
    if len(found.skipped) > MOST_TOLD:
        tell_notes([f"and {len(found.skipped) - MOST_TOLD:,} more games"])
    if as_json:
        print_json({"model": model, **found.facts()}, interrupted=found.interrupted)
    elif found.games:
        tops = ", ".join(f"{found.top(n)} % among the first {n}" for n in TOPS)
        count = len(found.games)
        print(
            f"Of {len(found.ranks):,} moves of {count:,} game{'s' * (count != 1)}: {tops} "
            f"(95 %, games resampled; an estimate by {model})."
        )
    if plot is not None and found.games:
        curve = {model: shares_within(found.ranks)}
        write_file(plot, plot_ranks(curve, plot.suffix[1:]), force=force)
    end_if_interrupted(found.interrupted)


def _labels(result: Prediction) -> dict[Point, str]:
    plays = [found.move for found in result.moves if not found.move.is_pass]
    return dict(zip(plays, LABELS, strict=False))


def _sentence(result: Prediction, top: int) -> str:
    listed = "\n".join(
        f"{number:>3}  {move!s:<5}{p:6.1%}" for number, (move, p) in enumerate(result.top(top), 1)
    )
    end = ""
    if result.value is not None and result.score is not None:
        end = f" Black wins {result.value:.0%}, lead {result.score:+.1f}."
    name = COLOR_NAMES[result.to_play]
    return f"{name} to play:\n{listed}\n{_kept(result, top)}\nAn estimate by {result.model}.{end}"


def _plays(result: Prediction, top: int) -> int:
    """How many of the moves that are listed are no pass."""
    return sum(not found.move.is_pass for found in result.top(top))


def _kept(result: Prediction, top: int) -> str:
    """What share of strong players' moves the list is expected to hold."""
    found = result.candidates(_plays(result, top))
    these = f"These {len(found.moves)}" if len(found.moves) > 1 else "This"
    hold = "hold" if len(found.moves) > 1 else "holds"
    if not found.is_measured:
        return f"{these} {hold} {found.kept:.1%} by the model's own probabilities."
    size = result.board.size
    return f"{these} {hold} {found.kept:.1%} of strong players' moves on such boards ({size})."


def _show_game(found: GamePrediction, model: str, as_json: bool) -> None:
    if as_json:
        print_json(facts(found), interrupted=found.interrupted)
        return
    if not found.moves:
        raise GosekiError("the game has no move to predict")
    print("move  played  rank  likely  expected  Black wins")
    for m in found.moves:
        print(
            f"{m.number:>4}  {m.color} {m.move!s:<4}  {m.rank:>4}  {m.p:6.1%}  {m.expected!s:<8}  "
            f"{'' if m.value is None else f'{m.value:.0%}':>9}"
        )
    tops = ", ".join(f"{found.share_within(n):.0%} among the first {n}" for n in (1, 5, 20))
    print(f"Of {len(found.moves)} moves {tops} (an estimate by {model}).")
