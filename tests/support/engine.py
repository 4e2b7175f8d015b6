"""A small engine for Go and Phantom Go, and many ways to be a bad one: `python engine.py WAY`.

At Phantom Go it tries the points of the board in order, and passes after as many moves as the
board has points. At Go Black builds a wall on column C and White on column D, from below; then
they pass. `WAY` says what it does when asked for a move, or for the dead stones in the end.
"""

import sys
import time

COMMANDS = [
    "list_commands",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "time_settings",
    "time_left",
    "play",
    "genmove",
    "final_status_list",
    "PG-SuggestMove",
    "PG-MovePlayed",
    "PG-TriedMove",
    "PG-StonesTaken",
    "PG-Caught",
]
LETTERS = "ABCDEFGHJKLMNOPQRST"


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def first_point(own: set[str], refused: list[str], columns: int, rows: int) -> str:
    points = [f"{LETTERS[x]}{y + 1}" for y in range(rows) for x in range(columns)]
    return next((p for p in points if p not in own and p not in refused), "pass")


def next_of_wall(color: str, taken: set[str], rows: int) -> str:
    column = "C" if color == "B" else "D"
    return next((p for y in range(rows) if (p := f"{column}{y + 1}") not in taken), "pass")


def suggest(way: str, otherwise: str) -> str:
    match way:
        case "crash":
            raise RuntimeError("out of ideas")
        case "leave":
            sys.exit(0)
        case "hang":
            time.sleep(600)
        case "flood":
            while True:
                say("= D4 " * 1000)
        case "babble":
            sys.stderr.write("thinking " * 50_000)
        case "lie":
            return "Z99"
        case "off":
            return "T19"
        case "repeat":
            return "A1"
        case "resign":
            return "resign"
        case "double":
            return "A1\n\n= B1"
    return otherwise


def main(way: str) -> None:
    columns = rows = 19
    own: set[str] = set()
    theirs: set[str] = set()
    played = 0
    for line in sys.stdin:
        number, name, *arguments = line.split()
        if way == "numberless":
            number = ""
        answer = ""
        match name:
            case "list_commands":
                unknown = {"go": "PG-", "phantom": "genmove", "silent": "final"}.get(way, "none")
                answer = "\n".join(c for c in COMMANDS if not c.startswith(unknown))
            case "boardsize":
                columns = rows = int(arguments[0])
            case "rectangular_boardsize":
                columns, rows = map(int, arguments)
            case "clear_board":
                own.clear()
                theirs.clear()
            case "play":
                theirs.add(arguments[1])
            case "genmove" if way == "illegal" and own:
                answer = min(own)
            case "final_status_list":
                if way == "quarrel":
                    answer = "C1 C2 C3\nC4 C5"
                if way == "rave":
                    answer = "A1 Z99"
                if way == "faint":
                    sys.exit(1)
            case "PG-SuggestMove" | "genmove":
                if way == "mumble":
                    say("D4, I think\n\n")
                    continue
                if way == "refuse":
                    say(f"?{number} not now\n\n")
                    continue
                if name == "genmove":
                    answer = suggest(way, next_of_wall(arguments[0], own | theirs, rows))
                    own.add(answer)
                else:
                    answer = suggest(way, first_point(own, arguments, columns, rows))
                    if way in ("good", "babble") and played >= columns * rows:
                        answer = "pass"
            case "PG-MovePlayed":
                if way == "ponder":
                    time.sleep(600)
                own.update(arguments)
                played += len(arguments)
            case "PG-StonesTaken":
                own.difference_update(arguments)
            case "quit":
                if way == "stay":
                    time.sleep(600)
                return
        say(f"={number} {answer}\n\n")
        if way == "chatter" and name in ("PG-SuggestMove", "genmove"):
            say("= and another thing\n\n")


if __name__ == "__main__":
    main(sys.argv[1])
