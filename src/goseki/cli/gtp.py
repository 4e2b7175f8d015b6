"""`goseki gtp`: the engine for GoGui, Sabaki and everything else that speaks GTP."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, BinaryIO, Literal

import typer

from goseki import phantom
from goseki.cli.options import (
    KomiOption,
    RulesOption,
    finite_seconds,
    refuse_options,
)
from goseki.coords import Size, shorten
from goseki.errors import GosekiError, naming
from goseki.gtp.capture_game import CaptureSession
from goseki.gtp.loop import Input, serve
from goseki.gtp.session import DEFAULT_RULES, Session
from goseki.match.go import OURS
from goseki.phantom.session import PhantomSession
from goseki.phantom.tournament import Entrant
from goseki.players.monte_carlo import Method, Settings
from goseki.players.policy import POLICIES, PolicyPlayer, PolicySettings
from goseki.rules import Rules, check_komi

_ONLY_GO = ("rules", "komi", "playouts", "threads", "seed", "method", "resign")
_NOT_PHANTOM = ("rules", "method", "resign")


def run(
    context: typer.Context,
    game: Annotated[
        Literal["go", "capture", "phantom"],
        typer.Option(help="Go, the capture game (whoever captures first wins), or Phantom Go."),
    ] = "go",
    size: Annotated[
        str | None,
        typer.Option(help="The board to start with, such as 9 or 5x6 (default: 19, phantom 9)."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            help="Who plays: goseki (Monte Carlo), or net or mp-star, which do not search; in "
            "Phantom Go such as mce_all or uct_rand:territory."
        ),
    ] = None,
    rules: RulesOption = None,
    komi: KomiOption = None,
    seconds: Annotated[
        float,
        typer.Option(help="Time for a move where no clock runs.", callback=finite_seconds),
    ] = 1.0,
    playouts: Annotated[
        int | None, typer.Option(help="A fixed number of random games for a move.", min=1)
    ] = None,
    threads: Annotated[int, typer.Option(help="How many threads.", min=1, max=256)] = 1,
    seed: Annotated[
        int | None, typer.Option(help="Where the random numbers start (default: anywhere).", min=0)
    ] = None,
    method: Annotated[Method, typer.Option(help="How moves are judged.")] = "amaf",
    resign: Annotated[
        float,
        typer.Option(help="Resign below this winning probability (0: never).", min=0.0, max=1.0),
    ] = 0.0,
) -> None:
    """Speak the Go Text Protocol, version 2, on standard input and output.

    \b
    Examples:
      goseki gtp --size 9 --playouts 2000
      gogui -program "goseki gtp --seconds 5 --threads 2"
      goseki gtp --player net --size 9
      goseki gtp --game capture --size 6
      goseki gtp --game phantom --size 9 --player mce_all --playouts 500
    """
    if playouts is not None:
        refuse_options(context, ["seconds"], "--playouts")
    with naming("--size"):
        board = Size.parse(size or ("9" if game == "phantom" else "19"))
    with naming("--komi"):
        points = None if komi is None else check_komi(komi)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    settings = Settings(
        seconds=seconds,
        playouts=playouts,
        threads=threads,
        seed=secrets.randbits(31) if seed is None else seed,
        method=method,
        resign=resign,
    )
    session: Session
    if game == "capture":
        refuse_options(context, ["player"], "--game capture")
    if game == "phantom":
        refuse_options(context, _NOT_PHANTOM, "--game phantom")
        limits = phantom.Settings(
            simulations=playouts, seconds=None if playouts else seconds, threads=threads
        )
        session = PhantomSession(
            Entrant.parse(player or phantom.STRONGEST, limits),
            size=board,
            komi=6.5 if points is None else points,
            seed=seed,
        )
    elif game == "capture":
        refuse_options(context, _ONLY_GO, "--game capture")
        session = CaptureSession(settings, size=board)
    else:
        with naming("--rules"):
            chosen = DEFAULT_RULES if rules is None else Rules.parse(rules)
        own = None
        if player not in (None, OURS):
            refuse_options(context, ["playouts", "method"], f"--player {player}")
            with naming("--player"):
                if player.partition(":")[0] not in POLICIES:
                    known = ", ".join((OURS, *POLICIES))
                    raise GosekiError(f"no player {shorten(player)} for Go (known: {known})")
                policy = PolicySettings.parse(player)
                policy = replace(policy, seed=settings.seed, resign=resign or policy.resign)
                policy.check(board)
            own = PolicyPlayer(policy)
        session = Session(
            settings,
            size=board,
            rules=chosen if points is None else Rules.parse(str(chosen), komi=points),
            player=own,
        )
    source = _standard_input()
    if source is not None:
        with _exclusive_output() as output:
            serve(session, source, output)


def _standard_input() -> Input | None:
    """Standard input without a buffer, so that the loop can look ahead; None if it is closed."""
    if sys.stdin is None:
        return None
    buffered = sys.stdin.buffer
    return getattr(buffered, "raw", buffered)


@contextlib.contextmanager
def _exclusive_output() -> Iterator[BinaryIO]:
    """Keep standard output for responses alone. Whatever else is written there meanwhile, even by
    native code, goes to standard error."""
    sys.stdout.flush()
    try:
        descriptor = sys.stdout.fileno()
    except OSError:  # it is no file, as in a test
        yield sys.stdout.buffer
        return
    kept = os.dup(descriptor)
    output = open(kept, "wb", closefd=False)  # noqa: SIM115
    try:
        os.dup2(2, descriptor)
        yield output
    finally:
        with contextlib.suppress(OSError):  # nobody reads it any more
            output.close()
        os.dup2(kept, descriptor)
        os.close(kept)
