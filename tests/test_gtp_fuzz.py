"""Whatever comes in, well-formed GTP comes out; and the board is the reference's.

`python tests/test_gtp_fuzz.py 100000` runs as many random commands as it is told.
"""

from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goseki.coords import COLUMN_LETTERS
from goseki.gtp.commands import STANDARD
from goseki.gtp.loop import serve
from goseki.gtp.session import Session
from goseki.players.monte_carlo import Settings
from goseki.reference import Referee
from goseki.rules import PRESETS

pytestmark = pytest.mark.core

RESPONSE = re.compile(r"(?:=[0-9]*(?: [^\n]*)?\n(?:[^\n]+\n)*|\?[0-9]* [^\n]+\n)\n")
SLOW = {"goseki-win_rates", "goseki-ownership", "goseki-territory", "genmove", "reg_genmove"}


def new_session(size: str = "5x5") -> Session:
    return Session(Settings(playouts=5, seed=1), size=size)


def answer(data: bytes) -> str:
    output = io.BytesIO()
    serve(new_session(), io.BytesIO(data), output)
    return output.getvalue().decode("utf-8")


def commands_in(data: bytes) -> int:
    """How many lines ask for an answer, up to and with the first `quit`."""
    count = 0
    for line in data.split(b"\n"):
        text = bytes(byte for byte in line.partition(b"#")[0] if byte >= 32 and byte != 127)
        tabs_as_blanks = bytes(
            32 if byte == 9 else byte
            for byte in line.partition(b"#")[0]
            if byte == 9 or (byte >= 32 and byte != 127)
        )
        if not text.strip(b" "):
            continue
        count += 1
        words = tabs_as_blanks.split()
        if words in ([b"quit"],) or (
            len(words) == 2 and words[0].isdigit() and words[1] == b"quit"
        ):
            break
    return count


def check_well_formed(output: str) -> int:
    """Return the number of responses; fail where something else is in between."""
    position = count = 0
    while position < len(output):
        match = RESPONSE.match(output, position)
        assert match, f"not a GTP response: {output[position : position + 80]!r}"
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", match[0])
        position = match.end()
        count += 1
    return count


WORDS = st.one_of(
    st.sampled_from(sorted(set(STANDARD) - {"printsgf"})),
    st.sampled_from(["b", "W", "black", "D4", "a1", "pass", "C3", "B5", "0", "1", "2", "5", "19"]),
    st.sampled_from(["chinese", "dead", "alive", "benson", "byoyomi", "ko", "7.5", "-1", "1e9"]),
    st.text(max_size=8),
)
LINES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)


@given(st.binary(max_size=400))
def test_any_bytes_give_one_well_formed_response_for_each_command(data: bytes) -> None:
    assert check_well_formed(answer(data)) == commands_in(data)


@settings(max_examples=150)
@given(st.lists(LINES, max_size=12), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_any_words_give_only_well_formed_responses(lines: list[str], end: str) -> None:
    data = end.join(lines).encode("utf-8", "replace")
    assert check_well_formed(answer(data)) == commands_in(data)


@given(st.text(max_size=60))
def test_any_line_is_answered_or_ignored_and_the_session_goes_on(line: str) -> None:
    session = new_session()
    check_well_formed(str(session.execute(line)))
    assert str(session.execute("name")) == "= Goseki\n\n"


@pytest.mark.parametrize("name", sorted(set(STANDARD) - SLOW - {"quit"}))
@given(data=st.data())
@settings(max_examples=10)
def test_any_arguments_give_an_answer_or_an_error_but_no_internal_one(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = new_session("3x3")
    words = data.draw(st.lists(WORDS, max_size=4))
    if name == "printsgf":
        words = []
    response = session.execute(" ".join([name, *words]))
    assert "internal error" not in response.text
    check_well_formed(str(response))


# -- against the reference ----------------------------------------------------------------


class Model:
    """What the session should hold, kept by the slow referee."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.rules = PRESETS["chinese"]
        self.columns = self.rows = 5
        self.session = new_session()
        self.session.settings.playouts = 2
        self.start()

    def start(self) -> None:
        fields = {
            name: getattr(self.rules, name)
            for name in ("ko", "repetition", "passes_to_end", "ko_pass", "suicide")
        }
        self.referee = Referee(self.columns, self.rows, **fields)
        self.earlier: list[Referee] = []

    # -- one random command each: send it, follow it, check the answer

    def ask(self, line: str, *, fails: bool = False) -> str:
        response = self.session.execute(line)
        check_well_formed(str(response))
        assert response.ok != fails, f"{line}: {response}"
        return response.text

    def color(self) -> str:
        return self.random.choice("BW")

    def vertex(self) -> tuple[int, int] | None:
        if self.random.random() < 0.06:
            return None
        return self.random.randrange(self.columns), self.random.randrange(self.rows)

    def name(self, point: tuple[int, int] | None) -> str:
        name = "pass" if point is None else f"{COLUMN_LETTERS[point[0]]}{point[1] + 1}"
        return self.random.choice((name, name.lower()))

    def follow(self, color: str, point: tuple[int, int] | None) -> None:
        self.earlier.append(self.referee.copy())
        self.referee.play(color, point)  # type: ignore[arg-type]
        self.referee.over = False

    def play(self) -> None:
        color, point = self.color(), self.vertex()
        illegal = self.referee.illegal_reason(color, point)  # type: ignore[arg-type]
        self.ask(f"play {color} {self.name(point)}", fails=illegal is not None)
        if illegal is None:
            self.follow(color, point)

    def play_in_turn(self) -> None:
        color, point = self.referee.to_play, self.vertex()
        if self.referee.illegal_reason(color, point) is None:
            self.ask(f"{self.random.randrange(999)} play {color} {self.name(point)}\r")
            self.follow(color, point)

    def play_off_the_board(self) -> None:
        self.ask(f"play {self.color()} T19", fails=True)

    def play_sequence(self) -> None:
        before, stack = self.referee.copy(), list(self.earlier)
        words = []
        illegal = False
        for _ in range(self.random.randrange(5)):
            color, point = self.color(), self.vertex()
            words += [color, self.name(point)]
            if not illegal:
                illegal = self.referee.illegal_reason(color, point) is not None  # type: ignore[arg-type]
                if not illegal:
                    self.follow(color, point)
        self.ask(" ".join(["gogui-play_sequence", *words]), fails=illegal)
        if illegal:
            self.referee, self.earlier = before, stack

    def generate(self) -> None:
        color = self.color()
        answer = self.ask(f"genmove {color}").upper()
        point = None
        if answer != "PASS":
            point = COLUMN_LETTERS.index(answer[0]), int(answer[1:]) - 1
        assert self.referee.illegal_reason(color, point) is None  # type: ignore[arg-type]
        self.follow(color, point)

    def undo(self) -> None:
        self.ask("undo", fails=not self.earlier)
        if self.earlier:
            self.referee = self.earlier.pop()

    def undo_several(self) -> None:
        number = self.random.randrange(4)
        self.ask(f"gg-undo {number}", fails=number > len(self.earlier))
        if 0 < number <= len(self.earlier):
            self.referee = self.earlier[-number]
            del self.earlier[-number:]

    def clear(self) -> None:
        self.ask("clear_board")
        self.start()

    def resize(self) -> None:
        self.columns, self.rows = self.random.randrange(1, 7), self.random.randrange(1, 7)
        self.ask(
            self.random.choice(
                (
                    f"rectangular_boardsize {self.columns} {self.rows}",
                    f"boardsize {self.columns}:{self.rows}",
                )
            )
        )
        self.start()

    def change_rules(self) -> None:
        name = self.random.choice(list(PRESETS))
        self.rules = PRESETS[name]
        if self.random.random() < 0.3:
            self.rules = replace(self.rules, ko="SITUATIONAL")
        in_the_middle = self.session.execute(f"kata-set-rules {self.rules}")
        self.clear()
        if not in_the_middle.ok:
            assert "suicide" in in_the_middle.text
            self.ask(f"kata-set-rules {self.rules}")

    def handicap(self) -> None:
        stones = self.random.randrange(1, 6)
        points = [self.vertex() for _ in range(stones)]
        refused = (
            bool(self.earlier or self.referee.stones)
            or None in points
            or len(set(points)) != stones
            or not 2 <= stones < self.columns * self.rows
        )
        self.ask(" ".join(["set_free_handicap", *map(self.name, points)]), fails=refused)
        if not refused:
            self.referee.setup(black=[point for point in points if point], to_play="W")

    def set_up(self) -> None:
        stones = {point: self.color() for point in (self.vertex() for _ in range(4)) if point}
        words = [word for point, color in stones.items() for word in (color, self.name(point))]
        command = " ".join(["gogui-setup", *words])
        turn = self.referee.to_play
        if self.earlier or self.referee.stones:
            self.ask(command, fails=True)
            return
        fresh = self.referee.copy()
        try:
            fresh.setup(
                [point for point, color in stones.items() if color == "B"],
                [point for point, color in stones.items() if color == "W"],
                turn,
            )
        except ValueError:
            self.ask(command, fails=True)
            return
        self.ask(command)
        self.referee = fresh

    def set_up_player(self) -> None:
        color = self.color()
        self.ask(f"gogui-setup_player {color}", fails=bool(self.earlier))
        if not self.earlier:
            stones = self.referee.stones
            self.referee.setup(
                [point for point in stones if stones[point] == "B"],
                [point for point in stones if stones[point] == "W"],
                color,  # type: ignore[arg-type]
            )

    def question(self) -> None:
        color, point = self.color(), self.vertex()
        legal = self.referee.illegal_reason(color, point) is None  # type: ignore[arg-type]
        assert self.ask(f"is_legal {color} {self.name(point)}") == str(int(legal))
        name = "black" if color == "B" else "white"
        assert self.ask(f"captures {name}") == str(self.referee.prisoners[color])  # type: ignore[index]

    def nonsense(self) -> None:
        junk = bytes(self.random.randrange(256) for _ in range(self.random.randrange(12)))
        text = junk.decode("utf-8", "replace").replace("\n", "")
        if text.split(" ")[0].strip("0123456789") not in STANDARD:
            check_well_formed(str(self.session.execute(text)))
        self.ask(
            self.random.choice(("play", "play b", "play x D4", "komi x", "boardsize 20")),
            fails=True,
        )

    def step(self) -> None:
        actions: list[tuple[float, Callable[[], None]]] = [
            (40, self.play_in_turn),
            (20, self.play),
            (2, self.play_off_the_board),
            (4, self.play_sequence),
            (0.5, self.generate),
            (8, self.undo),
            (2, self.undo_several),
            (0.7, self.clear),
            (0.7, self.resize),
            (0.7, self.change_rules),
            (1, self.handicap),
            (1, self.set_up),
            (1, self.set_up_player),
            (6, self.question),
            (3, self.nonsense),
        ]
        weights, functions = zip(*actions, strict=True)
        self.random.choices(functions, weights)[0]()
        self.check_stones()

    def check_stones(self) -> None:
        signs = self.session.board.to_array()
        expected = {
            (column, self.rows - 1 - row): "B" if signs[row, column] > 0 else "W"
            for row in range(self.rows)
            for column in range(self.columns)
            if signs[row, column]
        }
        assert expected == self.referee.stones

    def check_everything(self) -> None:
        self.check_stones()
        assert self.session.board.to_play == self.referee.to_play
        assert self.session.board.prisoners == self.referee.prisoners
        for color in ("B", "W"):
            legal = {self.name(point).upper() for point in self.referee.legal_points(color)}  # type: ignore[arg-type]
            assert set(self.ask(f"all_legal {color}").split()) == legal


def run_random_commands(number: int, seed: int) -> Model:
    model = Model(seed)
    for count in range(number):
        model.step()
        if count % 20 == 0:
            model.check_everything()
    model.check_everything()
    return model


@pytest.mark.parametrize("seed", range(5))
def test_random_commands_end_with_the_board_of_the_reference(seed: int) -> None:
    run_random_commands(1000, seed)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    first_seed = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    each = min(wanted, 10_000)
    for seed in range(first_seed, first_seed + -(-wanted // each)):
        final = run_random_commands(each, seed)
        print(f"seed {seed}: {each} commands agree; last board {final.columns}x{final.rows}")
