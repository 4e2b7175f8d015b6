"""Bad input at every door of the program: one line that says what is wrong, and status 2."""

import gzip
import io
import json
import lzma
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import goseki as gs
from goseki.cli import main
from goseki.match import Store
from goseki.phantom import GameLog, PhantomRules
from goseki.phantom.human_game import HumanGame
from goseki.phantom.players import Settings
from goseki.phantom.tournament import Entrant, PhantomResult

GAME = "(;SZ[9]KM[6.5]RU[Chinese];B[ee];W[gc];B[cc])"
TINY = "(;SZ[5];B[cc])"
NESTED = "[" * 100_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that are good, and others that are not."""
    made = tmp_path_factory.mktemp("inputs")
    texts = {
        "game.sgf": GAME,
        "two.sgf": GAME + GAME,
        "games.sgfs": f"{GAME}\n{GAME}\n\n{GAME}\n",
        "crowded.sgfs": f"{GAME}\n(;SZ[5](;B[aa])(;B[bb])){TINY}{TINY}\n\n{TINY}\n",
        "house.sgf": "(;SZ[9]RU[House];B[ee])",
        "cut.sgf": "(;SZ[9];B[ee",
        "chess.sgf": "(;GM[2]SZ[8])",
        "huge-board.sgf": "(;SZ[99])",
        "letters.sgf": "(;SZ[9]KM[much])",
        "twice.sgf": "(;SZ[9];B[ee];W[ee])",
        "handicap.sgf": "(;SZ[9]HA[many];B[ee])",
        "setup.sgf": "(;SZ[5]AB[cc]AW[dd];B[aa])",
        "empty.sgf": "",
        "broken.sgfs": "(;SZ[9];B[zz])\n(;SZ[9];B[ee\n",
        "diagram.txt": ".X./XXX/...",
        "uneven.txt": ".X/XXX",
        "breathless.txt": "XO/OX",
        "letters.txt": "abc/def",
        "no-folder": "a file",
        "nested.json": NESTED,
        "nested.jsonl": NESTED,
        "nested-saved.json": '{"format": ' + NESTED,
        "list.json": "[]",
        "number.json": "12",
        "wrong.jsonl": '{"board": 12}\n',
        "breathless.jsonl": '{"board": [".X"]}\n{"board": ["XX"]}\n',
        "no-rows.jsonl": '{"board": []}\n\n',
        "log.txt": "C3 (C3)C4 D4 pass",
        "bad-log.txt": "C3 C3",
        "phantom.proof": "not a proof",
        "taken.svg": "here already",
    }
    for name, text in texts.items():
        (made / name).write_text(text)
    (made / "junk").write_bytes(bytes(range(256)) * 20)
    (made / "latin.txt").write_bytes(b".X.\xff\xfe/XXX/...")
    (made / "broken.sgf.xz").write_bytes(lzma.compress(GAME.encode())[:40])
    (made / "not.sgf.gz").write_bytes(b"no gzip at all")
    (made / "not.sgf.bz2").write_bytes(b"no bzip2 at all")
    # Zstandard, in which the beginning of the first of three games can be read.
    (made / "three.sgf.zst").write_bytes(
        bytes.fromhex("28b52ffd242ae50000a0283b535a5b395d3b425b63635d29646465655d290200")
        + bytes.fromhex("8063b14d258a7e4fc1")
    )
    (made / "gzip.sgf").write_bytes(gzip.compress(GAME.encode()))
    (made / "games.sgfs.xz").write_bytes(lzma.compress(f"{GAME}\n{GAME}\n".encode()))
    with open(made / "huge.jsonl", "wb") as file:
        file.truncate(70 * 2**20)
    (made / "files").mkdir()
    (made / "pipes").mkdir()
    (made / "no-games").mkdir()
    os.mkfifo(made / "pipes" / "pipe.sgf")
    (made / "bomb.sgf.xz").write_bytes(lzma.compress(bytes(70 * 2**20), preset=0))
    rules = PhantomRules.on("5x5")
    saved = HumanGame(rules, "B", Entrant("random", Settings(5)), log=GameLog.parse("C3 C4"))
    facts = json.loads(saved.to_text())
    (made / "saved.json").write_text(json.dumps(facts))
    for name, changes in {
        "log-of-numbers.json": {"log": 5},
        "bad-log.json": {"log": "C3 C3"},
        "no-size.json": {"rules": {}},
        "color.json": {"color": "green"},
        "seed.json": {"seed": "much"},
        "player.json": {"computer": {"player": "nobody", "settings": {}}},
    }.items():
        (made / name).write_text(json.dumps({**facts, **changes}))
    del facts["log"]
    (made / "no-log.json").write_text(json.dumps(facts))
    return made


@pytest.fixture(autouse=True)
def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"no board at all\n")))


# What issue reports named, and further inputs, by command. A part of the complaint follows.
BAD = """
show /dev/zero                                  # more than 64 MB
show bomb.sgf.xz                                # more than 64 MB
show nowhere.sgf                                # No such file
show .                                          # directory
show ''                                         # empty
show empty.sgf                                  # empty
show /dev/null                                  # empty
show junk                                       # binary
show latin.txt                                  # neither SGF nor
show -                                          # standard input
show cut.sgf                                    # line 1, column
show chess.sgf                                  # not Go
show huge-board.sgf                             # SZ
show letters.sgf                                # KM
show handicap.sgf                               # HA
show twice.sgf                                  # occupied
show uneven.txt                                 # uneven.txt
show breathless.txt                             # liberty
show letters.txt                                # letters.txt
show broken.sgf.xz                              # broken.sgf.xz
show not.sgf.gz                                 # not.sgf.gz
show not.sgf.bz2                                # not.sgf.bz2
show three.sgf.zst                              # three.sgf.zst: is compressed
show gzip.sgf                                   # gzip.sgf: is compressed
show game.sgf --move 9                          # no move 9
show game.sgf --move -1                         # --move
show game.sgf --move 1e3                        # --move
show game.sgf --move 99999999999999999999       # no move
show game.sgf --game 2                          # there is no game 2
show two.sgf --game 3                           # there is no game 3
show games.sgfs.xz --game 3                     # there is no game 3
show crowded.sgfs --game 6                      # has 5 games, so there is no game 6
safety two.sgf --region A1:B2                   # --defender
safety two.sgf --explain Z99                    # Z99
legal two.sgf --positions                       # years
legal two.sgf --force                           # --force has no meaning
convert two.sgf x.xyz                           # x.xyz
convert two.sgf taken.svg                       # exists already
phantom tree two.sgf --turns 9                  # no turn 9
phantom tree two.sgf --player random            # random
show two.sgf --game 0                           # --game
show 9x9 --game 1                               # --game is for files
show diagram.txt --game 1                       # --game is for files
show 0x9                                        # 0x9
show 20x20                                      # 20x20
show 9x9x9                                      # 9x9x9
show 9x9 --to-play green                        # green
show 9x9 --rules nobody                         # unknown rules
show 9x9 --rules '{"ko": 1}'                    # ko
show 9x9 --rules '{}{'                          # JSON
show 9x9 --ko maybe                             # unknown ko rule
show 9x9 --komi nan                             # komi
show 9x9 --komi inf                             # komi
show 9x9 --komi 1e300                           # komi
show 9x9 --style comic                          # comic
show 9x9 --json --style svg                     # --style has no meaning with --json
show                                            # POSITION
show 9x9 5x5                                    # no further argument '5x5'
show 9x9 --frob                                 # --frob
frob                                            # frob
phantom frob                                    # frob
bench frob                                      # frob
experiment frob                                 # frob
legal 5x5 --positions                           # about 94 hours
legal 19x19 --positions                         # years
legal 9x9 --force                               # --force has no meaning
legal 3x3 --positions --ko simple               # --ko has no meaning
legal game.sgf --move 7                         # no move 7
perft 3x3 --depth 0                             # --depth
perft 3x3 --depth -1                            # --depth
perft 3x3 --depth 100                           # --depth
perft 3x3 --depth two                           # --depth
playouts 9x9 --games 0                          # --games
playouts 9x9 --games 99999999999999999999999    # games
playouts 9x9 --seconds inf                      # --seconds
playouts 9x9 --seconds nan                      # --seconds
playouts 9x9 --seconds -1                       # --seconds
playouts 9x9 --threads 0                        # --threads
playouts 9x9 --seed -1                          # --seed
playouts 9x9 --mercy -1                         # --mercy
playouts 9x9 --mercy 99999999999999             # mercy
solve 3x3 --seconds inf                         # --seconds
solve 3x3 --seconds nan                         # --seconds
solve 3x3 --nodes 0                             # --nodes
solve 3x3 --nodes 99999999999999999999          # nodes
solve 3x3 --memory foo                          # foo
solve 3x3 --memory -1                           # -1
solve 3x3 --memory 1                            # 64K
solve 3x3 --threads 0                           # --threads
solve 3x3 --at-least nan                        # nan
solve 3x3 --at-least inf                        # inf
solve 3x3 --proof no-folder/x.proof             # cannot be written
solve 3x3 --proof nowhere/x.proof               # cannot be written
solve 3x3 --proof /proc/x.proof                 # cannot be written
solve 3x3 --proof files                         # files
solve 3x3 --proof /dev/full --force             # not a regular file
solve 3x3 --game capture --proof /proc/x.proof  # cannot be written
solve 3x3 --sgf /proc/x.sgf                     # cannot be written
solve 3x3 --sgf x.txt                           # must end in .sgf
solve 3x3 --picture taken.svg                   # exists already
solve 3x3 --picture x.gif                       # must end in
solve 3x3 --checkpoint /proc/x                  # /proc/x
solve 3x3 --checkpoint junk                     # junk
solve 3x3 --jobs 2                              # openings
solve 3x3 --plies 3 --openings                  # --plies
solve 3x3 --without etc                         # --without has no meaning
solve 3x3 --method thesis --without frob        # frob
solve 3x3 --game capture --ko ssk               # --ko has no meaning
solve 3x3 --ko maybe                            # --ko
safety game.sgf --method benson --level m3      # --level has no meaning with --method benson
safety game.sgf --method static --nodes 5       # --nodes has no meaning with --method static
safety game.sgf --method benson --jobs 2        # --jobs has no meaning with --method benson
safety game.sgf --level m3 --ordering niu       # --ordering has no meaning with --level m3
safety game.sgf --level m4 --evaluation niu     # --evaluation has no meaning with --level m4
safety game.sgf --level m7                      # m7
safety game.sgf --nodes 0                       # --nodes
safety game.sgf --nodes 99999999999999999999    # nodes
safety game.sgf --jobs 99999                    # jobs
safety game.sgf --explain Z99                   # Z99
safety game.sgf --explain pass                  # pass
safety game.sgf --region A1:Z9 --defender B     # Z9
safety game.sgf --region A1:B2                  # --defender
safety game.sgf --region A1:B2 --defender B --outside-liberties -1    # --outside-liberties
safety game.sgf --region D4:F6 --defender B --outside-liberties 999999999999999999999   # outside
safety game.sgf --first defender                # --region
safety game.sgf --rules tromp-taylor            # suicide
safety game.sgf --picture /proc/x.svg           # cannot be written
safety files                                    # no .sgf
safety pipes                                    # no .sgf
safety files --move 3                           # --move has no meaning
eyes 0                                          # POINTS
eyes 8                                          # POINTS
eyes 4 --outside-liberties -1                   # --outside-liberties
eyes 4 --place sky                              # sky
tactics diagram.txt --target B3 --to-play W --proof no-folder/x.proof  # cannot be written
tactics diagram.txt --target B3 --to-play W --proof phantom.proof  # exists already
tactics diagram.txt --target B3 --to-play W --proof /dev/full --force  # not a regular file
tactics diagram.txt --target B3 --both --proof x.proof  # --both
tactics --suite files --proof x.proof           # --suite
check nowhere.proof                             # No such file
check phantom.proof                             # not a Goseki proof
check junk                                      # junk
check files                                     # files
check /dev/zero                                 # /dev/zero
check phantom.proof --jobs 0                    # --jobs
convert game.sgf                                # OUTPUT
convert game.sgf out.gif                        # out.gif
convert game.sgf taken.svg                      # exists already
convert game.sgf nowhere/out.svg                # cannot be written
convert game.sgf /proc/out.svg                  # cannot be written
convert game.sgf out.txt --game 2               # there is no game 2
convert nowhere.sgf out.sgf                     # No such file
analyze 9x9 --games 0                           # --games
analyze 9x9 --targets -1                        # --targets
analyze 9x9 --targets 362                       # --targets
analyze 9x9 --targets few                       # --targets
analyze 9x9 --picture x.gif                     # must end in
analyze 9x9 --picture /proc/x.svg               # cannot be written
gtp --seconds inf                               # --seconds
gtp --seconds nan                               # --seconds
gtp --seconds 0                                 # --seconds
gtp --size 26                                   # 26
gtp --threads 0                                 # --threads
gtp --playouts 0                                # --playouts
gtp --playouts 5 --seconds 2                    # --seconds has no meaning with --playouts
gtp --resign nan                                # --resign
gtp --resign 2                                  # --resign
gtp --game chess                                # chess
gtp --game capture --komi 5                     # --komi has no meaning
gtp --game phantom --rules aga                  # --rules has no meaning
gtp --game phantom --player nobody              # nobody
gtp --player random                             # --player: no player 'random'
gtp --player net --size 3                       # not 3x3
gtp --player net --size 1x9                     # not 1x9
gtp --player net --playouts 5                   # --playouts has no meaning
gtp --player mp-star --resign 0.1               # knows neither who wins
gtp --player net:model=none.onnx                # none.onnx
gtp --game capture --player net                 # --player has no meaning
match net mp-star --size 19x3                   # not 19x3
match net net:symmetries=0                      # symmetries is 0
match net mp-star:resign=1                      # resign=1
match net b=net:model=none.onnx                 # none.onnx
gtp --rules house                               # --rules: unknown rules
gtp --komi much                                 # komi
predict . --all --top 3                         # --top has no meaning with --all
predict no-games --all                          # there is no game to use
predict games.sgfs --all --model none.onnx      # none.onnx
predict games.sgfs --all --rules aga            # --rules has no meaning with --all
predict games.sgfs --all --plot x.gif           # x.gif
predict broken.sgfs --all                       # there is no game to use
predict .                                       # is a directory
quiz                                            # quiz needs GAMES
quiz none.sgf                                   # no such file or folder
quiz no-folder                                  # no game to use
quiz empty.sgf                                  # no game to use
quiz chess.sgf                                  # no game to use
quiz game.sgf --json                            # --json needs --answers or --take
quiz game.sgf --count 0                         # --count
quiz game.sgf --first 9                         # no game has a move
quiz game.sgf --first 3 --last 2                # from number 3 to 2
quiz game.sgf --take none.onnx                  # none.onnx
quiz game.sgf --take net --answers -            # --answers has no meaning
quiz game.sgf --answers none.txt                # none.txt
quiz game.sgf --answers letters.txt             # not a, b or q
phantom match random                            # SECOND
phantom match random nobody                     # nobody
phantom match random random --games 0           # --games
phantom match random mce_all --clock inf        # --clock
phantom match random mce_all --clock nan        # --clock
phantom match random mce_all --seconds-per-move inf     # --seconds-per-move
phantom match random mce_all --patience inf     # --patience
phantom match random mce_all --clock 5 --simulations 5  # give one of
phantom match random mce_all --size 1x1         # 1x1
phantom match random mce_all --komi nan         # komi
phantom match random mce_all --results junk     # junk
phantom match random mce_all --results files    # files
phantom match random mce_all --csv x.txt        # must end in .csv
phantom match random mce_all --csv /proc/x.csv  # cannot be written
phantom match random mce_all --jobs 2 --cluster tcp://localhost:1     # --jobs has no meaning
phantom match random cmd:                       # cmd
phantom tournament random                       # two
phantom tournament random nobody                # nobody
phantom play --resume nested.json               # nested.json
phantom play --resume nested-saved.json         # nested-saved.json
phantom play --resume list.json                 # list.json
phantom play --resume number.json               # number.json
phantom play --resume no-log.json               # without 'log'
phantom play --resume log-of-numbers.json       # log
phantom play --resume bad-log.json              # refuse
phantom play --resume no-size.json              # size
phantom play --resume color.json                # green
phantom play --resume seed.json                 # broken
phantom play --resume player.json               # player.json
phantom play --resume junk                      # junk
phantom play --resume /dev/zero                 # more than 64 MB
phantom play --resume nowhere.json              # No such file
phantom play --resume files                     # files
phantom play --resume saved.json --size 9x9     # --size has no meaning with --resume
phantom play --resume saved.json --color W      # --color has no meaning with --resume
phantom play --resume saved.json --save x.json  # --save has no meaning with --resume
phantom play random --resume saved.json         # has no meaning with --resume
phantom play --over-the-board --probes --save x.json     # --probes has no meaning
phantom play --color green --save x.json        # green
phantom play --save /proc/x.json                # cannot be written
phantom play --save x.txt                       # must end in .json
phantom play --clock inf                        # --clock
phantom play nobody --save x.json               # nobody
phantom watch random nobody                     # nobody
phantom watch random random --delay nan         # --delay
phantom watch random random --delay -1          # --delay
phantom watch random random --html /proc/x.html # cannot be written
phantom replay junk                             # binary
phantom replay latin.txt                        # binary
phantom replay 9x9                              # empty board
phantom replay bad-log.txt                      # refuse
phantom replay setup.sgf                        # stones set up
phantom replay nested.json                      # nested.json
phantom replay no-log.json                      # without 'log'
phantom replay /dev/zero                        # more than 64 MB
phantom replay game.sgf --size 9x9              # --size has no meaning
phantom replay saved.json --komi 3              # --komi has no meaning
phantom replay log.txt --html x.html --delay 3  # --delay has no meaning
phantom exact 1x3 --plies 3 --superko           # --plies has no meaning with --superko
phantom exact 1x3 --plies 0                     # plies
phantom exact 1x3 --plies -1                    # plies
phantom exact 1x3 random --runs 5               # --runs has no meaning with random alone
phantom exact 1x3 random --tables 5             # --tables has no meaning with random alone
phantom exact 1x3 random --simulations 9        # --simulations has no meaning with random alone
phantom exact 1x3 random random                 # player random is there twice
phantom exact 1x3 --gap 0.1                     # --gap has no meaning
phantom exact 1x3 --rounds 5                    # --rounds has no meaning
phantom exact 1x3 --value --gap nan             # --gap
phantom exact 1x3 --value --gap inf             # --gap
phantom exact 4x4                               # 9 points
phantom exact 1x3 nobody                        # nobody
phantom exact 1x3 --komi nan                    # komi
phantom exact 2x2 random --most 10              # gave up on random: more than 10
phantom tree 9x9 --size 5x5                     # --size has no meaning
phantom tree 9x9 --player random                # random
phantom tree 9x9 --simulations 0                # --simulations
phantom tree 9x9 --turns 5                      # no turn 5
phantom tree junk                               # binary
bench solve --seconds inf                       # --seconds
bench solve --seconds 0                         # --seconds
experiment safety nested.jsonl                  # line 1 is no final position
experiment safety wrong.jsonl                   # line 1 is no final position
experiment safety breathless.jsonl              # breathless.jsonl: line 2: the block at A1
experiment safety no-rows.jsonl                 # no-rows.jsonl: line 1:
experiment safety /dev/zero                     # more than 64 MB
experiment safety nowhere                       # No such file
experiment safety files                         # no final positions
experiment safety pipes                         # no final positions
experiment safety files --set foo               # --set has no meaning with a folder
experiment safety game.sgf --nodes 0            # --nodes
experiment gnugo-tests nested.jsonl             # line 1 is no position with tests
experiment gnugo-tests wrong.jsonl              # line 1 is no position with tests
experiment gnugo-tests no-rows.jsonl            # line 1 is no position with tests
experiment gnugo-tests /dev/zero                # more than 64 MB
experiment gnugo-tests nowhere                  # No such file
experiment gnugo-tests                          # FILE
experiment gnugo-tests wrong.jsonl --only foo   # no tests of 'foo'
experiment gnugo-tests wrong.jsonl --first 0    # --first
experiment gnugo-tests wrong.jsonl --jobs 0     # --jobs
experiment gnugo-tests wrong.jsonl --seconds nan # --seconds
bench tactics --seconds inf                     # --seconds
experiment rules --moves 0                      # --moves
experiment rules --jobs -1                      # --jobs
experiment solve --seconds inf                  # --seconds
experiment solve --memory foo                   # foo
experiment solve --board 9x9                    # 9x9
experiment solve --output no-folder/x           # no-folder
experiment solve --output /proc/x               # /proc/x
experiment solve-capture --seconds nan          # --seconds
experiment solve-capture --board 9x9            # 9x9
experiment benson-random --size 0x0             # 0x0
experiment benson-random --games 0              # --games
experiment phantom --size 1x1                   # 1x1
experiment phantom --simulations 0              # --simulations
experiment safety-soundness --positions 0       # --positions
experiment safety-soundness --ledger junk       # junk
experiment safety-soundness --positions 5 --ledger /dev/full    # /dev/full: is not a regular file
experiment safety-soundness --positions 5 --ledger huge.jsonl   # more than 64 MB
experiment safety-soundness --positions 5 --ledger files        # files: is not a regular file
experiment safety-soundness --positions 5 --method benson --level m3  # --level has no meaning
"""


def cases() -> Iterator[tuple[str, str]]:
    for line in BAD.strip().splitlines():
        command, _, complaint = line.partition(" # ")
        yield command.strip(), complaint.strip()


@pytest.mark.parametrize(("command", "complaint"), list(cases()))
def test_bad_input_is_one_line_and_status_2(
    command: str, complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(command)) == 2
    err = capfd.readouterr().err
    assert re.fullmatch(r"goseki: .+\n", err), err
    assert complaint in err


BAD_GTP = {
    "go": [
        "frob",
        "boardsize",
        "boardsize 0",
        "boardsize -1",
        "boardsize 26",
        "boardsize nan",
        "boardsize 99999999999999999999",
        "komi",
        "komi nan",
        "komi inf",
        "komi 1e300",
        "komi x",
        "play",
        "play b",
        "play green D4",
        "play b Z99",
        "play b \x1b[2J",
        "play b D4 E4 F4 \u2028",
        "genmove",
        "genmove green",
        "undo",
        "undo 5",
        "fixed_handicap -1",
        "fixed_handicap 99999999999999999999",
        "place_free_handicap 1",
        "set_free_handicap A1 A1",
        "time_settings 1",
        "time_settings -1 -1 -1",
        "time_settings nan inf 1",
        "time_settings 99999999999999999999999999 1 1",
        "time_left b",
        "time_left b nan 1",
        "time_left green 1 1",
        "loadsgf",
        "loadsgf nowhere.sgf",
        "loadsgf /dev/zero",
        "loadsgf junk",
        "loadsgf cut.sgf",
        "loadsgf broken.sgf.xz",
        "loadsgf game.sgf -1",
        "loadsgf game.sgf 99999999999999999999",
        "final_status_list",
        "final_status_list green",
        "go_safe",
        "go_safe green",
        "go_safe b frob",
        "go_point_numbers x",
        "goseki-solve x",
        "goseki-solve nan",
        "goseki-solve_at_least",
        "goseki-solve_at_least nan",
        "goseki-solve_at_least 1 inf",
        "kgs-genmove_cleanup green",
        "known_command_",
    ],
    "capture": ["boardsize 99", "genmove green", "play b Z9", "loadsgf nowhere.sgf", "komi"],
    "phantom": ["boardsize 1", "genmove green", "PG-legal", "PG-illegal x", "play b Z9", "komi x"],
}


@pytest.mark.parametrize("game", BAD_GTP)
def test_bad_gtp_commands_are_answered_in_one_line(game: str) -> None:
    lines = [f"{number} {line}" for number, line in enumerate(BAD_GTP[game], 1)]
    process = subprocess.run(
        [sys.executable, "-m", "goseki", "gtp", "--game", game, "--size", "5"],
        input="\n".join([*lines, "0 name", ""]),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in process.stderr
    *answers, name = process.stdout.removesuffix("\n\n").split("\n\n")
    assert name.startswith("=0 ")
    assert len(answers) == len(lines)
    for line, answer in zip(lines, answers, strict=True):
        assert re.fullmatch(rf"\?{line.split()[0]} [^\n]+", answer), f"{line} -> {answer}"
        assert answer.isprintable(), answer


def test_a_results_file_that_is_refused_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "results.db"
    game = PhantomResult("{}", "random", "best", 0, 1.0, "passes", 9, 9, 0, 0, 0, 0.5, "C3 " * 500)
    with Store(PhantomResult, file) as store:
        for number in range(30):
            store.add(PhantomResult(**{**vars(game), "number": number}))
    whole = file.read_bytes()
    refused = 0
    for place in [*range(0, 110, 3), *range(110, len(whole), 97)]:
        damaged = bytearray(whole)
        damaged[place] ^= 0x5A
        file.write_bytes(damaged)
        try:
            with Store(PhantomResult, file) as store:
                store.games()
        except gs.GosekiError:
            refused += 1
            assert file.read_bytes() == damaged, place
    assert refused > 5


def test_several_games_in_a_file_are_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    for name, games in {"two.sgf": 2, "games.sgfs": 3, "games.sgfs.xz": 2}.items():
        assert main(["show", name]) == 0
        assert capsys.readouterr().err == f"goseki: {name}: game 1 of {games}\n"
        assert main(["show", name, "--game", "2", "--json"]) == 0
        shown = capsys.readouterr()
        assert shown.err == f"goseki: {name}: game 2 of {games}\n"
        assert json.loads(shown.out)["notes"] == [f"{name}: game 2 of {games}"]
    assert main(["show", "game.sgf"]) == 0
    assert capsys.readouterr().err == ""


def test_games_of_a_collection_that_share_a_line_are_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for number, moves in enumerate((3, 1, 1, 1, 1), 1):
        assert main(["show", "crowded.sgfs", "--game", str(number), "--json"]) == 0
        shown = capsys.readouterr()
        assert shown.err == f"goseki: crowded.sgfs: game {number} of 5\n"
        assert json.loads(shown.out)["moves"] == moves
    assert main(["safety", "crowded.sgfs", "--game", "4"]) == 0


def test_a_compressed_collection_is_converted_whole_or_by_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["convert", "games.sgfs.xz", str(tmp_path / "all.sgf")]) == 0
    assert main(["convert", "games.sgfs.xz", str(tmp_path / "one.sgf"), "--game", "2"]) == 0
    assert capsys.readouterr().err == ""
    assert len(gs.parse_sgf((tmp_path / "all.sgf").read_bytes())) == 2
    assert len(gs.parse_sgf((tmp_path / "one.sgf").read_bytes())) == 1


def test_rules_that_are_assumed_are_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    note = (
        "house.sgf: RU 'House' names no rules that are known: migos is assumed, with komi 0, as "
        "the file names none"
    )
    assert main(["analyze", "house.sgf", "--games", "10", "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == f"goseki: {note}\n"
    assert json.loads(shown.out)["notes"] == [note]
    assert main(["show", "house.sgf", "--komi", "6.5"]) == 0
    assert capsys.readouterr().err.endswith("migos is assumed, with komi 6.5\n")
    assert main(["show", "house.sgf", "--rules", "japanese"]) == 0
    assert capsys.readouterr().err == ""


def test_an_ordinary_game_is_no_game_of_phantom_go(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phantom", "replay", "game.sgf"]) == 0
    told = capsys.readouterr().err
    assert told == "goseki: game.sgf: no attempt is refused in it: perhaps not Phantom Go\n"


def test_a_file_name_cannot_move_the_cursor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "evil\x1b[2J\x9b1m.sgf"
    assert main(["show", name]) == 2
    Path(name).write_text(GAME + GAME)
    assert main(["show", name]) == 0
    assert main(["solve", "2x2", "--proof", name + ".proof"]) == 0
    assert main(["check", name + ".proof"]) == 0
    assert main(["safety", name, "--proof", name + ".safe"]) == 0
    assert main(["safety", "."]) == 0
    told = capsys.readouterr()
    assert r"evil\x1b[2J\x9b1m.sgf" in told.err
    for text in (told.out, told.err):
        assert all(line.isprintable() for line in text.splitlines())


@pytest.mark.parametrize("command", ["show 9x9", "legal 9x9 --json", "perft 3x3 --depth 1", "gtp"])
def test_a_standard_output_that_is_closed_is_an_error(command: str) -> None:
    process = subprocess.run(
        f"{shlex.quote(sys.executable)} -m goseki {command} >&-",
        shell=True,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    assert (process.returncode, process.stderr) == (2, "goseki: standard output is closed\n")


def test_what_needs_no_standard_output_works_without(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "board.txt"
    command = [sys.executable, "-m", "goseki", "convert", str(folder / "game.sgf"), str(target)]
    quoted = " ".join(map(shlex.quote, command))
    assert subprocess.run(f"{quoted} >&- 2>&-", shell=True).returncode == 0
    assert target.exists()


def test_a_standard_input_that_is_closed_is_an_error(tmp_path: Path) -> None:
    for command in ("show -", f"phantom play random --save {tmp_path}/x.json"):
        process = subprocess.run(
            f"{shlex.quote(sys.executable)} -m goseki {command} <&-",
            shell=True,
            capture_output=True,
            text=True,
        )
        assert (process.returncode, process.stderr) == (2, "goseki: standard input is closed\n")


def test_a_game_of_endless_size_is_refused_in_python() -> None:
    with pytest.raises(gs.SgfError, match="more than 64 MB"):
        gs.read_sgf("/dev/zero")


def test_a_game_compressed_in_another_way_is_refused_in_python() -> None:
    with pytest.raises(gs.SgfError, match="is compressed"):
        gs.read_sgf("three.sgf.zst")
    reader = gs.read_sgfs(["three.sgf.zst", "game.sgf"], progress=False)
    assert len(list(reader)) == 1
    assert [skipped.source for skipped in reader.skipped] == ["three.sgf.zst"]
