"""`goseki phantom play`: a person against a player, or a player at a real board."""

from __future__ import annotations

import itertools
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from goseki.cli.options import ForceOption, refuse_options
from goseki.cli.output import check_target, draw, show_progress, stdout
from goseki.cli.phantom import (
    ClockOption,
    KomiOption,
    ScoringOption,
    SecondsOption,
    SimulationsOption,
    SizeOption,
    settings_of,
)
from goseki.cli.phantom_watch import boards_of
from goseki.coords import COLOR_NAMES, Point, Size, opponent, parse_color
from goseki.draw import Picture
from goseki.errors import GosekiError, one_line
from goseki.files import read_file, write_file
from goseki.phantom import STRONGEST, BeliefBoard, PhantomRules
from goseki.phantom.human_game import HumanGame
from goseki.phantom.over_the_board import FORMAT, OverTheBoard
from goseki.phantom.saved import kind_of
from goseki.phantom.spectator import frames_of
from goseki.phantom.tournament import Entrant
from goseki.rules import check_komi

_OF_A_NEW_GAME = (
    "computer",
    "color",
    "simulations",
    "seconds_per_move",
    "clock",
    "scoring",
    "size",
    "komi",
    "seed",
    "over_the_board",
    "save",
    "force",
)
PLAY_HELP = "a point such as D4, pass, resign, board, quit (keeps the game), help"
REFEREE_HELP = (
    "legal, legal N (it takes N stones), legal D4 E4 (it takes these of the program), illegal, "
    "pass (the opponent's), back (takes back), board, quit (keeps the game), help"
)


def run(
    context: typer.Context,
    computer: Annotated[
        str, typer.Argument(metavar="OPPONENT", help="A player, or an engine as cmd:COMMAND.")
    ] = STRONGEST,
    color: Annotated[
        str, typer.Option(help="Your colour; over the board, the program's.", metavar="B|W")
    ] = "B",
    simulations: SimulationsOption = None,
    seconds_per_move: SecondsOption = None,
    clock: ClockOption = None,
    scoring: ScoringOption = "win",
    size: SizeOption = "9x9",
    komi: KomiOption = "6.5",
    seed: Annotated[
        int | None, typer.Option(help="Where the random numbers start (default: anywhere).", min=0)
    ] = None,
    probes: Annotated[
        bool, typer.Option("--probes", help="Suggest points where a capture may be possible.")
    ] = False,
    over_the_board: Annotated[
        bool,
        typer.Option("--over-the-board", help="You referee, with the true board elsewhere."),
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(help="Keep the game in this file (default: phantom-1.json or the next)."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with the game in this file.", metavar="FILE")
    ] = None,
    force: ForceOption = False,
) -> None:
    """Play against the computer; you see only your own stones. The game is kept after every
    attempt, and can be taken up again with --resume.

    \b
    Examples:
      goseki phantom play --size 7x7
      goseki phantom play uct_rand --color W --seconds-per-move 2
      goseki phantom play --resume phantom-1.json
      goseki phantom play --over-the-board --color B
    """
    if sys.stdin is None:
        raise GosekiError("standard input is closed")
    file = resume or save or _free_name()
    if resume is None:
        check_target(file, ".json", force=force)
    else:
        refuse_options(context, _OF_A_NEW_GAME, "--resume, as the game in the file has its own")
    game: HumanGame | OverTheBoard
    if resume is not None:
        game = _taken_up(resume)
    else:
        settings = settings_of(simulations, seconds_per_move, clock, scoring)
        entrant = Entrant.parse(computer, settings)
        rules = PhantomRules(Size.parse(size), check_komi(komi))
        kind = OverTheBoard if over_the_board else HumanGame
        start = secrets.randbits(31) if seed is None else seed
        game = kind(rules, parse_color(color), entrant, seed=start)
    if isinstance(game, OverTheBoard):
        refuse_options(context, ["probes"], "--over-the-board")
    try:
        if isinstance(game, HumanGame):
            _Person(game, file, probes=probes).play()
        else:
            _RealBoard(game, file).play()
    except (KeyboardInterrupt, EOFError) as error:
        name = one_line(str(file))
        print(f"\nkept in {name}: goes on with --resume {name}")
        if isinstance(error, KeyboardInterrupt):
            raise
    finally:
        if isinstance(game, HumanGame):
            game.close()


def _free_name() -> Path:
    names = (Path(f"phantom-{number}.json") for number in itertools.count(1))
    return next(name for name in names if not name.exists())


def _taken_up(file: Path) -> HumanGame | OverTheBoard:
    text = read_file(file).decode("utf-8", "replace")
    try:
        if kind_of(text) == FORMAT:
            return OverTheBoard.from_text(text)
        return HumanGame.from_text(text)
    except GosekiError as error:
        raise GosekiError(f"{file}: {error}") from None


class _Table:
    """What both ways to play have in common: the file, the board, the prompt."""

    help = ""

    def __init__(self, game: HumanGame | OverTheBoard, file: Path) -> None:
        self._game = game
        self._file = file

    def keep(self) -> None:
        write_file(self._file, self._game.to_text().encode(), force=True)

    def show(self, view: BeliefBoard) -> None:
        last = next(
            (seen.point for seen in reversed(self._game.observations) if seen.kind == "played"),
            None,
        )
        draw(Picture(view.signs, last_move=last))

    def say_hidden(self, view: BeliefBoard) -> None:
        """How many stones of the opponent are still to be found."""
        print(f"hidden stones of {COLOR_NAMES[opponent(view.color)]}: {view.unknown}")

    def ask(self, prompt: str, view: BeliefBoard) -> str:
        """The next line that is none of the words which both ways to play know."""
        while True:
            words = input(f"{prompt}> ").strip()
            match words.lower():
                case "":
                    continue
                case "help" | "?":
                    print(self.help)
                case "board":
                    self.show(view)
                    self.say_hidden(view)
                case "quit":
                    raise EOFError
                case _:
                    return words


class _Person(_Table):
    help = PLAY_HELP

    def __init__(self, game: HumanGame, file: Path, *, probes: bool) -> None:
        super().__init__(game, file)
        self._human_game = game
        self._probes = probes

    def play(self) -> None:
        game = self._human_game
        computer = one_line(game.computer.label)
        print(f"You are {COLOR_NAMES[game.color]} against {computer}. Type {self.help}.")
        for seen in game.observations:
            print(f"  {seen}")
        self.show(game.view)
        if game.persons_turn:
            self.say_hidden(game.view)
        self.keep()
        while not game.is_over:
            if game.persons_turn:
                self._persons_attempt()
            else:
                self._computers_turn()
            self.keep()
        print(f"The game is over: {game.referee.result} ({game.referee.end})")
        stdout.print(boards_of(frames_of(game.referee.log, game.rules)[-1]))
        print(f"kept in {one_line(str(self._file))}")

    def _persons_attempt(self) -> None:
        game = self._human_game
        if self._probes and (points := game.suggested_probes()):
            print(f"a capture may be possible: {' '.join(map(str, points))}")
        words = self.ask(COLOR_NAMES[game.color], game.view)
        if words.lower() == "resign":
            game.resign()
            return
        try:
            seen = game.attempt(Point.parse(words))
        except GosekiError as error:
            print(f"{error} ({self.help})")
            return
        print(f"  {seen}")
        if seen.kind == "played":
            # The number of hidden stones is told once the opponent has played, too.
            self.show(game.view)
        elif game.persons_turn:
            self.say_hidden(game.view)

    def _computers_turn(self) -> None:
        with show_progress("the opponent thinks"):
            news = self._human_game.let_computer_play()
        for seen in news:
            print(f"  {seen}")
        if any(seen.lost for seen in news):
            self.show(self._human_game.view)
        if self._human_game.persons_turn:
            self.say_hidden(self._human_game.view)


class _RealBoard(_Table):
    help = REFEREE_HELP

    def __init__(self, game: OverTheBoard, file: Path) -> None:
        super().__init__(game, file)
        self._over = game

    def play(self) -> None:
        game = self._over
        computer = one_line(game.computer.label)
        print(f"{computer} is {COLOR_NAMES[game.color]}; you referee. Say {self.help}.")
        self.show(game.view)
        self.say_hidden(game.view)
        self.keep()
        while not game.is_over:
            self._turn()
            self.keep()
        print(f"The game is over; kept in {one_line(str(self._file))}")

    def _turn(self) -> None:
        game = self._over
        other = COLOR_NAMES[opponent(game.color)]
        prompt = f"{other} tried"
        if game.own_turn:
            with show_progress("thinking"):
                point = game.propose()
            print(f"{COLOR_NAMES[game.color]} tries {point}" if not point.is_pass else "I pass")
            if point.is_pass:
                return
            prompt = f"{point} is"
        words = self.ask(prompt, game.view)
        try:
            if words.lower() == "back":
                game.take_back()
            else:
                print(f"  {game.say(words)}")
            self.say_hidden(game.view)
        except GosekiError as error:
            print(error)
