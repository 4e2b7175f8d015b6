"""`goseki phantom watch` and `replay`: three boards, the truth between the two beliefs."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from goseki.cli.options import (
    ForceOption,
    refuse_options,
    tell_notes,
)
from goseki.cli.output import check_target, end_if_interrupted, has_color, stdout
from goseki.cli.phantom import (
    ClockOption,
    KomiOption,
    PlayerArgument,
    ScoringOption,
    SecondsOption,
    SimulationsOption,
    SizeOption,
    settings_of,
)
from goseki.cli.tournament import PatienceOption, SeedOption
from goseki.coords import Size
from goseki.draw import Moment, Picture, to_animation, to_replay, to_rich, to_unicode
from goseki.draw.animation import SECONDS_A_MOMENT
from goseki.errors import GosekiError, one_line
from goseki.files import write_file
from goseki.gtp.client import PATIENCE
from goseki.phantom import GameLog, PhantomRules, Referee, from_game, to_game
from goseki.phantom import replay as replay_log
from goseki.phantom.human_game import HumanGame
from goseki.phantom.sgf import has_phantom_notes
from goseki.phantom.spectator import Frame, Spectator, frames_of
from goseki.phantom.tournament import Entrant, play_entrants
from goseki.positions import Given, choose_game, open_position
from goseki.rules import check_komi

TITLES = ("Black believes", "truth", "White believes")


def _finite_delay(delay: float | None) -> float | None:
    if delay is not None and not math.isfinite(delay):  # NaN is in every range
        raise GosekiError(f"--delay is a number of seconds, not {delay:g}")
    return delay


DelayOption = Annotated[
    float | None,
    typer.Option(
        help="Seconds between attempts (default: 0.3 on a terminal, 0.7 in an SVG file).",
        min=0.0,
        max=3600.0,
        callback=_finite_delay,
    ),
]
HtmlOption = Annotated[
    Path | None, typer.Option(help="Write a replay with buttons to this HTML file.")
]
SvgOption = Annotated[
    Path | None, typer.Option(help="Write a replay that plays by itself to this SVG file.")
]
SgfOption = Annotated[
    Path | None, typer.Option(help="Write the true game, with the refused attempts in comments.")
]


def watch(
    black: PlayerArgument,
    white: PlayerArgument,
    simulations: SimulationsOption = None,
    seconds_per_move: SecondsOption = None,
    clock: ClockOption = None,
    scoring: ScoringOption = "win",
    size: SizeOption = "9x9",
    komi: KomiOption = "6.5",
    seed: SeedOption = 1,
    patience: PatienceOption = PATIENCE,
    delay: DelayOption = None,
    html: HtmlOption = None,
    svg: SvgOption = None,
    sgf: SgfOption = None,
    force: ForceOption = False,
) -> None:
    """Watch a game: what Black believes, the truth, what White believes.

    \b
    Examples:
      goseki phantom watch mce_all uct_rand
      goseki phantom watch mce_all random --size 5x5 --delay 1 --html game.html --svg game.svg
    """
    check_target(html, ".html", force=force)
    check_target(svg, ".svg", force=force)
    check_target(sgf, ".sgf", force=force)
    settings = settings_of(simulations, seconds_per_move, clock, scoring)
    first, second = (Entrant.parse(name, settings, patience=patience) for name in (black, white))
    rules = PhantomRules(Size.parse(size), check_komi(komi))
    spectators: list[Spectator] = []
    interrupted = False
    try:
        with _screen(delay) as show:

            def look(referee: Referee) -> None:
                if not spectators:
                    spectators.append(Spectator(referee))
                show(spectators[0].look())

            play_entrants(first, second, rules, seed, watch=look)
    except KeyboardInterrupt:
        if not spectators:
            raise
        interrupted = True
    referee = spectators[0].referee
    print(referee.log)
    title = f"{first.label} - {second.label}" + ("" if interrupted else f": {referee.result}")
    _write_replays(frames_of(referee.log, rules), title, html, svg, delay, force=force)
    if sgf is not None:
        _write_record(sgf, referee, force=force)
    end_if_interrupted(interrupted)


def replay(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A log, an SGF file or a saved game; - for standard input."
        ),
    ],
    size: SizeOption = "9x9",
    komi: KomiOption = "6.5",
    delay: DelayOption = None,
    html: HtmlOption = None,
    svg: SvgOption = None,
    sgf: SgfOption = None,
    force: ForceOption = False,
) -> None:
    """Show a game that was written down, or make a page or a record of it.

    --size and --komi are those of a log; other files have their own.

    \b
    Examples:
      goseki phantom replay game.txt --delay 0.5
      goseki phantom replay phantom-1.json --html game.html --svg game.svg --sgf game.sgf
    """
    check_target(html, ".html", force=force)
    check_target(svg, ".svg", force=force)
    check_target(sgf, ".sgf", force=force)
    if svg is None and (html is not None or sgf is not None):
        refuse_options(context, ["delay"], "--html and --sgf, which have no time")
    given = open_position(file)
    log, rules, notes = read_game(context, given, PhantomRules(Size.parse(size), check_komi(komi)))
    frames = frames_of(log, rules)
    tell_notes(notes)
    _write_replays(frames, f"Phantom Go: {one_line(given.name)}", html, svg, delay, force=force)
    if sgf is not None:
        _write_record(sgf, replay_log(log, rules), force=force)
    if html is not None or svg is not None or sgf is not None:
        return
    with _screen(delay) as show:
        for frame in frames:
            show(frame)


def read_game(
    context: typer.Context, given: Given, rules: PhantomRules
) -> tuple[GameLog, PhantomRules, list[str]]:
    """The game of a file, whatever its form, with its rules and notes on what is doubtful about
    it. `rules` are for a log, which has none of its own."""
    if given.size is not None:
        raise GosekiError(f"{given.name}: an empty board is no game")
    game, notes = choose_game(given, None) if given.is_sgf else (None, [])
    try:
        text = "" if game else _text_of(given.data)
        is_saved = text.lstrip().startswith("{")
        if game is not None or is_saved:
            refuse_options(context, ["size", "komi"], "a game that has its own: it is for logs")
        if game is not None:
            log, rules = from_game(game)
            if not has_phantom_notes(game):
                notes.append(f"{given.name}: no attempt is refused in it: perhaps not Phantom Go")
        elif is_saved:
            saved = HumanGame.from_text(text)
            log, rules = saved.referee.log, saved.rules
        else:
            log = GameLog.parse(text)
        replay_log(log, rules)  # complains of a game that cannot be
        return log, rules, notes
    except GosekiError as error:
        raise GosekiError(f"{given.name}: {error}") from None


def _text_of(data: bytes) -> str:
    try:
        if b"\0" not in data:
            return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    raise GosekiError("is a binary file, not a game of Phantom Go")


def _write_replays(
    frames: list[Frame],
    title: str,
    html: Path | None,
    svg: Path | None,
    delay: float | None,
    *,
    force: bool,
) -> None:
    moments = [
        Moment(
            (frame.black, frame.truth, frame.white),
            (frame.told[0], _hidden(frame), frame.told[1]),
            frame.text,
            frame.point,
        )
        for frame in frames
    ]
    if html is not None:
        write_file(html, to_replay(moments, TITLES, title=title).encode(), force=force)
    if svg is not None:
        film = to_animation(moments, TITLES, title=title, seconds=delay or SECONDS_A_MOMENT)
        write_file(svg, film.encode(), force=force)


def _write_record(path: Path, referee: Referee, *, force: bool) -> None:
    result = referee.result if referee.is_over else ""
    game = to_game(referee.log, referee.rules, result=result)
    write_file(path, str(game).encode(), force=force)


def _hidden(frame: Frame) -> str:
    black, white = frame.hidden
    return f"hidden from Black: {black}, from White: {white}"


class _Screen:
    """Shows frames in place on a terminal, else one below the other."""

    def __init__(self, live: Live | None, delay: float) -> None:
        self._live = live
        self._delay = delay

    def __call__(self, frame: Frame) -> None:
        if self._live is None:
            stdout.print(boards_of(frame))
        else:
            self._live.update(boards_of(frame), refresh=True)
        time.sleep(self._delay)


@contextlib.contextmanager
def _screen(delay: float | None) -> Iterator[_Screen]:
    if not stdout.is_terminal:
        yield _Screen(None, delay or 0.0)
        return
    with Live(console=stdout, auto_refresh=False) as live:
        yield _Screen(live, 0.3 if delay is None else delay)


def boards_of(frame: Frame) -> RenderableType:
    """The three boards side by side."""
    table = Table.grid(padding=(0, 3))
    last = None if frame.refused else frame.point
    pictures = [
        Picture(frame.black, last_move=last if frame.color == "B" else None),
        Picture(frame.truth, last_move=last),
        Picture(frame.white, last_move=last if frame.color == "W" else None),
    ]
    table.add_row(*TITLES)
    table.add_row(*(to_rich(p) if has_color() else Text(to_unicode(p)) for p in pictures))
    outer = Table.grid()
    outer.add_row(table)
    outer.add_row(f"Black hears: {frame.told[0]}")
    outer.add_row(f"White hears: {frame.told[1]}")
    outer.add_row(_hidden(frame))
    outer.add_row(frame.text)
    return outer
