"""`goseki phantom exact`: best responses and exploitability on tiny boards."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.table import Table

from goseki.cli.options import JsonOption, refuse_options
from goseki.cli.output import end_if_interrupted, print_json, show_progress, stdout
from goseki.cli.tournament import SeedOption
from goseki.errors import GosekiError
from goseki.facts import facts
from goseki.job import Report, report_titled
from goseki.phantom import PLAYERS, Settings
from goseki.phantom.best_response import TooLargeError
from goseki.phantom.equilibrium import GameValue, find_linprog, solve_value
from goseki.phantom.exact import Exploitability, Value, exploitability
from goseki.phantom.players import Scoring, check_name
from goseki.phantom.regret import approach_value
from goseki.phantom.tiny import PLIES_A_POINT, TinyGame
from goseki.rules import check_komi

_OF_SAMPLES = ("simulations", "runs", "tables", "seed")


def run(
    context: typer.Context,
    size: Annotated[str, typer.Argument(help="A board of at most 9 points, such as 1x3 or 2x2.")],
    players: Annotated[
        list[str] | None,
        typer.Argument(help=f"{', '.join(PLAYERS)}. Default: random mce_all uct_rand."),
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option(
            help=f"Count the board after so many plies (default: {PLIES_A_POINT} a point).", min=1
        ),
    ] = None,
    superko: Annotated[
        bool, typer.Option("--superko", help="Refuse repetitions instead; no limit of plies.")
    ] = False,
    komi: Annotated[str, typer.Option(help="Points for White.")] = "0",
    scoring: Annotated[
        Scoring, typer.Option(help="What a game is worth, to players and best responses.")
    ] = "territory",
    simulations: Annotated[int, typer.Option(help="Simulated games a decision.", min=1)] = 100,
    runs: Annotated[
        int, typer.Option(help="How often a player is asked at an information set.", min=1)
    ] = 100,
    tables: Annotated[
        int, typer.Option(help="How often the whole is repeated, for the interval.", min=2)
    ] = 3,
    most: Annotated[
        int, typer.Option(help="Give up beyond so many information sets.", min=1)
    ] = 2_000_000,
    value: Annotated[
        bool, typer.Option("--value", help="Bound the value of the game itself, too.")
    ] = False,
    gap: Annotated[
        float,
        typer.Option(
            help="How far apart bounds for --value may stay; above 0 they are found much faster.",
            min=0.0,
        ),
    ] = 0.0,
    rounds: Annotated[int, typer.Option(help="At most so many rounds for --value.", min=1)] = 200,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """How far players can be exploited: every information set of a tiny board is visited.

    The game is made finite: nobody tries an own stone or a point refused in the same turn, and
    after some plies the board is counted as it stands (or repetitions are refused). Values are
    Black's.

    \b
    Examples:
      goseki phantom exact 1x3
      goseki phantom exact 2x2 random mce_all --plies 8 --runs 50 --json
      goseki phantom exact 2x2 random --plies 4 --value
      goseki phantom exact 2x2 random --plies 6 --value --gap 0.001
    """
    if superko:
        refuse_options(context, ["plies"], "--superko")
    if not value:
        refuse_options(context, ["gap", "rounds"], "the players alone: it needs --value")
    if not math.isfinite(gap):
        raise GosekiError(f"--gap is a number from 0 up, not {gap:g}")
    game = TinyGame(size, komi=check_komi(komi), scoring=scoring, plies=plies, superko=superko)
    names = players or ["random", "mce_all", "uct_rand"]
    for name in names:
        check_name(name)
        if names.count(name) > 1:
            raise GosekiError(f"player {name} is there twice")
    if names == ["random"]:
        refuse_options(context, _OF_SAMPLES, "random alone, whose chances are known")
    if value and not gap:
        find_linprog()  # a missing package is reported before the work
    settings = Settings(simulations, scoring=scoring)
    found: dict[str, Exploitability | None] = {}
    game_value: GameValue | None = None
    interrupted = False
    try:
        for name in names:
            options = {"runs": runs, "tables": tables, "seed": seed, "most": most}
            with show_progress(name) as report:
                titled = report_titled(report, f"{name}: ")
                each = _solve(game, name, settings, titled, **options)
            end_if_interrupted(each is not None and each.interrupted)
            found[name] = each
        if value:
            game_value = _bound(game, gap, rounds, most)
            interrupted = game_value is not None and game_value.interrupted
    except KeyboardInterrupt:
        interrupted = True
    about = {
        "size": str(game.rules.size),
        "komi": game.rules.komi,
        "scoring": game.scoring,
        "plies": game.plies,
        "superko": superko,
        "simulations": simulations,
        "runs": runs,
        "tables": tables,
    }
    if as_json:
        rows = [{"player": name, **_facts(each)} for name, each in found.items()]
        extra = {"gap": gap, "value": _facts(game_value)} if value else {}
        print_json({**about, "players": rows, **extra}, interrupted=interrupted)
    else:
        _show(found)
        if value and (game_value is not None or not interrupted):
            print(_value_text(game_value))
    end_if_interrupted(interrupted)
    left_open = [name for name, each in found.items() if each is None]
    if value and game_value is None:
        left_open.append("the value of the game")
    if left_open:
        open_names = ", ".join(left_open)
        raise GosekiError(f"gave up on {open_names}: more than {most} information sets (--most)")


def _solve(
    game: TinyGame, name: str, settings: Settings, report: Report | None, **options: int
) -> Exploitability | None:
    """`None` where there are too many information sets."""
    try:
        return exploitability(game, name, settings, progress=report, **options)
    except TooLargeError:
        return None


def _bound(game: TinyGame, gap: float, rounds: int, most: int) -> GameValue | None:
    """`None` where there are too many information sets."""
    title = "the value of the game"
    with show_progress(title) as report:
        bound = approach_value if gap else solve_value
        titled = report_titled(report, f"{title}: ")
        try:
            return bound(game, gap=gap, rounds=rounds, most=most, progress=titled)
        except TooLargeError:
            return None


def _facts(found: Exploitability | GameValue | None) -> dict[str, Any]:
    return {"evidence": "unknown"} if found is None else facts(found)


def _value_text(found: GameValue | None) -> str:
    if found is None:
        return "the value of the game is unknown: too many information sets"
    if found.low == found.high:
        return f"the value of the game is {found.low} (proven)"
    return (
        f"the value of the game lies from {_down(found.low)} to {-_down(-found.high)} "
        f"(proven, after {found.rounds} rounds)"
    )


def _down(bound: Fraction) -> float:
    """A bound, rounded so that it still is one when it is printed."""
    return math.floor(bound * 10**6) / 10**6


def _show(found: dict[str, Exploitability | None]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("player")
    for name in ("Black's best", "White's best", "exploitability", "sets"):
        table.add_column(name, justify="right")
    table.add_column("evidence")
    for name, each in found.items():
        if each is None:
            table.add_row(name, "", "", "", "too many", "unknown")
            continue
        values = (each.black_best, each.white_best, each.exploitability)
        cells = [_text(value) for value in values]
        table.add_row(name, *cells, str(each.information_sets), each.evidence)
    stdout.print(table)


def _text(value: Value) -> str:
    low, high = f"{value.low:.3f}", f"{value.high:.3f}"
    return low if low == high else f"{low} to {high}"
