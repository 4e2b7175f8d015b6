"""A small engine for Phantom Go, and many ways to be a bad one: `python phantom_engine.py WAY`.

Tries the points of the board in order, and passes after as many moves as the board has points;
`WAY` says what it does when asked for a move.
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


def suggest(way: str, own: set[str], refused: list[str], columns: int, rows: int) -> str:
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
    return first_point(own, refused, columns, rows)


def main(way: str) -> None:
    columns = rows = 19
    own: set[str] = set()
    played = 0
    for line in sys.stdin:
        number, name, *arguments = line.split()
        if way == "numberless":
            number = ""
        answer = ""
        match name:
            case "list_commands":
                known = [c for c in COMMANDS if way != "go" or not c.startswith("PG-")]
                answer = "\n".join(known)
            case "boardsize":
                columns = rows = int(arguments[0])
            case "rectangular_boardsize":
                columns, rows = map(int, arguments)
            case "clear_board":
                own.clear()
            case "PG-SuggestMove":
                if way == "mumble":
                    say("D4, I think\n\n")
                    continue
                if way == "refuse":
                    say(f"?{number} not now\n\n")
                    continue
                answer = suggest(way, own, arguments, columns, rows)
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
        if way == "chatter" and name == "PG-SuggestMove":
            say("= and another thing\n\n")


if __name__ == "__main__":
    main(sys.argv[1])
