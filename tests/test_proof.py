"""Certificates: what the solvers prove, a checker without them accepts, and nothing else."""

import json
import random
import re
import sys
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import Board, GosekiError, Rules, _core
from goseki.cli import main
from goseki.job import Progress
from goseki.proof import ProofError, Section, check, container, write_proof
from goseki.proof.capture_claim import CaptureClaim
from goseki.proof.container import Container, pack
from goseki.proof.go_claim import GoClaim
from goseki.proof.strategy import LOSER_TO_MOVE
from goseki.reference import Referee
from goseki.reference.small import NO_KO, PASS, GoSituation, Grid, SmallCapture, SmallGo, indices
from goseki.solver import searches, solve, solve_capture
from goseki.solver.strategies import prove_capture, prove_go
from tests.fuzz import mutate_proof
from tests.judges import literal_go
from tests.judges.slow_capture import SlowCapture
from tests.support.imports import MODULES, imported_by

MEMORY = 1 << 24


# The lean rules against the referee.


def referee_view(grid: Grid, now: GoSituation) -> tuple[Any, ...]:
    ko_point = None if now.ko == NO_KO else grid.point(now.ko)
    stones = grid.stones(now.black, now.white)
    return stones, now.to_play, ko_point, now.passes, now.passes_needed, now.over


@given(
    st.sampled_from([(2, 2), (3, 2), (4, 1), (3, 3), (4, 4), (5, 3)]),
    st.booleans(),
    st.integers(0, 10**9),
)
def test_lean_rules_are_the_rules_of_the_referee(
    size: tuple[int, int], ko_pass: bool, seed: int
) -> None:
    chance = random.Random(seed)
    game = SmallGo(*size, ko_pass=ko_pass)
    referee = Referee(*size, repetition="NONE", ko_pass=ko_pass)
    now = game.start(0, 0, "B")
    for _ in range(60):
        if now.over:
            break
        successors = dict(game.successors(now))
        legal = {game.grid.index(point) for point in referee.legal_points(referee.to_play)}
        assert set(successors) == {*legal, PASS}
        move = chance.choice(sorted(successors) if chance.random() < 0.1 else sorted(legal) or [-1])
        referee.play(referee.to_play, None if move == PASS else game.grid.point(move))
        now = successors[move]
        assert referee_view(game.grid, now) == (
            referee.stones,
            referee.to_play,
            referee.ko_point,
            referee.passes,
            referee.passes_needed,
            referee.over,
        )
        assert now.numbers == game.grid.numbers(now.black, now.white)


def images(game: SmallGo, now: GoSituation) -> Iterator[GoSituation]:
    for image in game.grid.images:
        black, white = (
            sum(1 << image[i] for i in indices(stones)) for stones in (now.black, now.white)
        )
        ko = NO_KO if now.ko == NO_KO else image[now.ko]
        numbers = game.grid.numbers(black, white)
        yield now._replace(black=black, white=white, ko=ko, numbers=numbers)


@given(st.sampled_from([(2, 2), (3, 2), (3, 3), (4, 3)]), st.integers(0, 10**9))
def test_a_key_names_a_situation_and_its_images_and_no_other(
    size: tuple[int, int], seed: int
) -> None:
    chance = random.Random(seed)
    game = SmallGo(*size)
    met: dict[int, GoSituation] = {}
    now = game.start(0, 0, "B")
    while not now.over and len(met) < 40:
        key = game.key(now)
        assert {game.key(image) for image in images(game, now)} == {key}
        assert game.situation(key) in list(images(game, now))
        assert met.setdefault(key, now) in list(images(game, now))
        now = chance.choice([after for _, after in game.successors(now)])


def test_a_square_has_eight_symmetries_and_other_boards_four() -> None:
    for columns, rows, count in ((3, 3, 8), (3, 2, 4), (2, 3, 4)):
        grid = Grid(columns, rows)
        assert len({tuple(image) for image in grid.images}) == count
        for image in grid.images:
            for index in grid.points:
                near = {image[i] for i in indices(grid.near[index])}
                assert near == set(indices(grid.near[image[index]]))


@given(st.sampled_from([(2, 2), (3, 2), (3, 3)]), st.integers(0, 10**9))
def test_the_lean_capture_game_is_the_plain_one(size: tuple[int, int], seed: int) -> None:
    chance = random.Random(seed)
    game, slow = SmallCapture(*size), SlowCapture(*size)
    now = game.start(0, 0, "B")
    while not now.over:
        own, other = (now.black, now.white) if now.to_play == "B" else (now.white, now.black)
        moves = slow.moves(frozenset(indices(own)), frozenset(indices(other)))
        successors = dict(game.successors(now))
        assert {move: after.over for move, after in successors.items()} == moves
        assert game.position(game.key(now)).to_play == now.to_play
        if not successors:
            break
        now = chance.choice(list(successors.values()))


# The theory: credits say the same as the letter of the rules.


def least_credit(claim: GoClaim) -> int | None:
    """The credit that the winner needs at the start, over all strategies; None for infinite."""
    cap = 40 * (claim.pass_weight + claim.step_cost + 1)
    open_keys = {claim.key(claim.start): claim.start}
    steps: dict[int, list[tuple[int, int | None, int]]] = {}
    for key, now in ((k, open_keys[k]) for k in iter_growing(open_keys)):
        steps[key] = []
        for move, after in claim.successors(now):
            settled = claim.settled(after)
            weight = claim.weight(now, move)
            if settled is not None:
                steps[key].append((weight, None, settled))
            elif claim.is_over(after):
                steps[key].append((weight, None, cap + 1))
            else:
                open_keys.setdefault(claim.key(after), after)
                steps[key].append((weight, claim.key(after), 0))
    credits = dict.fromkeys(steps, 0)
    changed = True
    while changed:
        changed = False
        for key, choices in steps.items():
            needs = [
                cap + 1 if (f := credits[to] if to is not None else fixed) > cap else f - weight
                for weight, to, fixed in choices
            ]
            need = min(needs) if claim.winner_moves(open_keys[key]) else max(needs)
            if to_tie := credits.get(claim.twin(key)):
                need = max(need, to_tie)
            if need > credits[key]:
                credits[key] = min(need, cap + 1)
                changed = True
    credit = credits[claim.key(claim.start)]
    return None if credit > cap else credit


def iter_growing(entries: dict[int, Any]) -> Iterator[int]:
    """The keys of a dictionary that grows meanwhile."""
    done: set[int] = set()
    while len(done) < len(entries):
        for key in [key for key in entries if key not in done]:
            done.add(key)
            yield key


def go_claim(**fields: Any) -> dict[str, Any]:
    claim = {
        "kind": "go",
        "board": ["..", ".."],
        "to_play": "B",
        "ko_point": None,
        "passes_needed": 2,
        "ko": "cycle",
        "ko_pass": True,
        "komi": 0.0,
        "at_least": 1.0,
        "winner": "B",
        "pass_weight": 0,
    }
    return {**claim, **fields}


@pytest.mark.parametrize("ko", ["basic", "cycle"])
@pytest.mark.parametrize("ko_pass", [False, True])
@pytest.mark.parametrize("board", ["../..", ".../", "X./..", ".X.O/", "O./.X", "X.O/"])
def test_a_finite_credit_is_the_truth_by_the_letter_of_the_rules(
    board: str, ko: str, ko_pass: bool
) -> None:
    rows = [row for row in board.split("/") if row]
    for to_play in "BW":
        for at_least in (-2.0, 0.0, 0.5, 2.0):
            truths = []
            for winner in "BW":
                header = go_claim(
                    board=rows,
                    to_play=to_play,
                    at_least=at_least,
                    winner=winner,
                    ko=ko,
                    ko_pass=ko_pass,
                    pass_weight=0 if ko == "basic" else 16,
                )
                truths.append(literal_go.holds(header))
                claim = GoClaim.from_header(header)
                possible = claim.settled(claim.start) is not None or least_credit(claim) is not None
                assert possible == truths[-1], header
            assert sorted(truths) == [False, True]


# Proofs of what the solvers know are accepted.


def proof_of(folder: Path, *sections: Section) -> Path:
    path = folder / "some.proof"
    write_proof(path, sections, force=True)
    return path


@pytest.mark.core
@pytest.mark.parametrize("ko", ["basic", "cycle"])
@pytest.mark.parametrize(
    ("size", "score"),
    [("1x1", 0), ("2x2", 0), ("3x3", 9), ("3x1", 3), ("5x1", 0), ("4x2", 8), ("4x3", 4)],
)
def test_a_solved_board_comes_with_a_proof(tmp_path: Path, size: str, score: int, ko: str) -> None:
    path = tmp_path / "board.proof"
    result = solve(Board(size), ko=ko, proof=path)  # type: ignore[arg-type]
    assert result.score == score
    assert result.proof is not None
    checked = check(path)
    assert checked.valid
    assert checked.fault is None
    assert checked.conclusion is not None
    assert checked.conclusion.endswith(f"Black's lead under best play is exactly {score:+g}.")
    assert checked.situations == result.proof.situations


@pytest.mark.core
@pytest.mark.parametrize("komi", [-3.4, 0.7, 3.0, 20.0])
@pytest.mark.parametrize("ko", ["basic", "cycle"])
def test_komi_is_part_of_the_claim(tmp_path: Path, komi: float, ko: str) -> None:
    path = tmp_path / "komi.proof"
    board = Board("3x2", Rules(komi=komi))
    result = solve(board, ko=ko, proof=path)  # type: ignore[arg-type]
    assert result.score is not None
    conclusion = check(path).conclusion
    assert conclusion is not None
    assert f"komi {komi:g}" in conclusion
    assert conclusion.endswith(f"Black's lead under best play is exactly {result.score:+g}.")


def random_position(chance: random.Random) -> Board:
    columns, rows = chance.choice([(2, 2), (3, 2), (3, 3), (4, 2)])
    board = Board(f"{columns}x{rows}", Rules(ko_pass=chance.random() < 0.5))
    for _ in range(chance.randrange(2 * columns * rows)):
        moves = [point for point in board.legal_moves if not point.is_pass]
        if not moves or board.is_over:
            break
        board.play(chance.choice(moves))
    return board


@pytest.mark.core
@pytest.mark.parametrize("seed", range(25))
def test_any_position_has_a_proof(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    board = random_position(chance)
    for ko in ("basic", "cycle"):
        lead = chance.randrange(-board.size.points, board.size.points + 1)
        section = prove_go(board, lead, ko=ko, memory=MEMORY)
        assert check(proof_of(tmp_path, section)).valid
        answer = solve(board, ko=ko, at_least=lead).holds  # type: ignore[arg-type]
        assert answer == (section.claim["winner"] == "B")


@pytest.mark.core
def test_a_position_with_a_ko(tmp_path: Path) -> None:
    board = Board.from_diagram(".XO./X.XO/.XO.")
    board.to_play = "W"
    board.play("B2")
    assert str(board.ko) == "C2"
    section = prove_go(board, 1, ko="cycle", memory=MEMORY)
    assert (section.claim["ko_point"], section.claim["passes_needed"]) == ("C2", 3)
    assert check(proof_of(tmp_path, section)).valid


# Black wins by a repetition: he passes more often than White in the cycle.
WON_BY_PASSES = "XXX./XXXO/..O."


@pytest.mark.core
def test_a_lead_that_rests_on_the_passes_in_a_cycle(tmp_path: Path) -> None:
    board = Board.from_diagram(WON_BY_PASSES)
    board.to_play = "W"
    assert solve(board, ko="basic").score == 0
    assert solve(board, ko="cycle").score == 2
    section = prove_go(board, 2, ko="cycle", memory=MEMORY)
    assert section.claim["winner"] == "B"
    assert section.claim["pass_weight"] > 0
    play = Play(proof_of(tmp_path, section))
    chance = random.Random(0)
    assert any(play.play_one(chance).result_by_repetition == "B" for _ in range(100))
    for changed in ({"ko": "basic", "pass_weight": 0}, {"pass_weight": 0}, {"at_least": 3.0}):
        lie = Section({**section.claim, **changed}, section.columns)
        assert not check(proof_of(tmp_path, lie)).valid


def test_the_losers_passes_count_against_the_winner(tmp_path: Path) -> None:
    """White holds the same position by repetition, but not where Black's passes decide."""
    board = Board.from_diagram(WON_BY_PASSES)
    board.to_play = "W"
    section = prove_go(board, 2, ko="basic", memory=MEMORY)
    assert section.claim["winner"] == "W"
    assert check(proof_of(tmp_path, section)).valid
    rows = list(zip(*section.columns.values(), strict=True))
    for credit in (0, 7):
        same = with_rows(section, [(key, move, credit) for key, move, _ in rows])
        lie = Section({**section.claim, "ko": "cycle", "pass_weight": 1}, same.columns)
        fault = check(proof_of(tmp_path, lie)).fault
        assert fault is not None
        assert "does not pay" in fault.reason


@pytest.mark.core
@pytest.mark.parametrize(
    ("size", "winner", "plies"),
    [("2x2", "W", 4), ("3x3", "B", 7), ("3x2", "W", 6), ("4x3", "B", 9), ("4x4", "W", 14)],
)
def test_the_capture_game_comes_with_a_proof(
    tmp_path: Path, size: str, winner: str, plies: int
) -> None:
    path = tmp_path / "capture.proof"
    assert solve_capture(Board(size), proof=path).winner == winner
    checked = check(path)
    assert checked.valid
    assert checked.claims[0].words.endswith(f"wins the capture game within {plies} plies.")


def test_several_claims_in_one_file(tmp_path: Path) -> None:
    sections = [
        prove_go(Board("2x2"), 0, ko="cycle", memory=MEMORY),
        prove_go(Board("3x3"), 9, ko="basic", memory=MEMORY),
        prove_capture(Board("3x3"), memory=MEMORY),
    ]
    checked = check(proof_of(tmp_path, *sections))
    assert checked.valid
    assert checked.conclusion is None
    assert [claim.kind for claim in checked.claims] == ["go", "go", "capture"]
    assert checked.situations == sum(section.records for section in sections)


def test_small_chunks_and_a_small_cache_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container, "CHUNK_RECORDS", 16)
    monkeypatch.setattr(container, "CACHED_CHUNKS", 3)
    path = proof_of(tmp_path, prove_go(Board("4x3"), 4, ko="cycle", memory=MEMORY))
    assert check(path).valid
    with Container(path) as opened:
        section = opened.sections[0]
        keys = [key for number in range(len(section.chunks)) for key in section.chunk(number)[0]]
        assert len(opened._cache) <= 3 < len(section.chunks)
        assert keys == sorted(set(keys))
        assert len(keys) == section.records
        assert all(section.find(key)[0] == key for key in keys)  # type: ignore[index]
        assert section.find(keys[0] - 1) is None
        assert section.find(keys[-1] + 1) is None


# Whoever follows the proof wins, by the letter of the rules.


class Play:
    """Games against a proof, judged by the referee with the whole history."""

    def __init__(self, path: Path) -> None:
        with Container(path) as opened:
            self.section = opened.sections[0]
            for number in range(len(self.section.chunks)):
                self.section.chunk(number)
        self.claim = GoClaim.from_header(self.section.claim)
        header = self.section.claim
        self.start = literal_go.start(
            tuple(header["board"]), header["to_play"], None, header["ko"], header["ko_pass"]
        )

    def move(self, now: GoSituation) -> int | None:
        """The winner's move: that of the record, turned or mirrored to this situation."""
        record = self.section.find(self.claim.key(now))
        if record is None:
            return None
        target = self.claim.play(self.claim.situation(record[0]), record[1])
        assert target is not None
        for move, after in self.claim.successors(now):
            if self.claim.key(after) == self.claim.key(target):
                return move
        raise AssertionError("the record's move has no image here")

    def after(self, referee: Referee, move: int) -> Referee:
        game = referee.copy()
        game.play(game.to_play, None if move == PASS else self.claim.game.grid.point(move))
        return game

    def assert_won(self, referee: Referee) -> None:
        black_gets = literal_go.enough(referee, self.claim.komi, self.claim.at_least)
        assert black_gets == (self.claim.winner == "B"), referee.moves

    def moves(self, referee: Referee, now: GoSituation) -> list[int]:
        """What may be played next: the winner's move, or all of the loser's."""
        if not self.claim.winner_moves(now):
            return [move for move, _ in self.claim.successors(now)]
        move = self.move(now)
        # Without a record the winner owns enough for good, and passes.
        return [PASS if move is None else move]

    def play_all(self, referee: Referee, now: GoSituation) -> int:
        """Every game that the loser can choose; returns how many there are."""
        if referee.over:
            self.assert_won(referee)
            return 1
        games = 0
        for move in self.moves(referee, now):
            after = self.claim.play(now, move)
            assert after is not None
            games += self.play_all(self.after(referee, move), after)
        return games

    def choose(self, moves: list[int], now: GoSituation, chance: random.Random) -> int:
        """Any move, but a stone that leaves the matter open if there is one."""
        after = dict(self.claim.successors(now))
        stubborn = [m for m in moves if m != PASS and self.claim.settled(after[m]) is None]
        return chance.choice(stubborn or moves)

    def play_one(self, chance: random.Random) -> Referee:
        referee, now = self.start, self.claim.start
        while not referee.over:
            move = self.choose(self.moves(referee, now), now, chance)
            after = self.claim.play(now, move)
            assert after is not None
            referee, now = self.after(referee, move), after
        self.assert_won(referee)
        return referee


@pytest.mark.parametrize("ko", ["basic", "cycle"])
@pytest.mark.parametrize(
    ("size", "at_least", "games"),
    [
        ("2x2", 0, 5),
        ("2x2", 1, 100),
        ("5x1", 0, 5),
        ("5x1", 1, 20),
        ("3x2", 1, 50),
        ("3x3", 9, 500),
    ],
)
def test_every_game_against_a_proof_ends_as_claimed(
    tmp_path: Path, size: str, at_least: int, games: int, ko: str
) -> None:
    path = proof_of(tmp_path, prove_go(Board(size), at_least, ko=ko, memory=MEMORY))
    play = Play(path)
    assert play.play_all(play.start, play.claim.start) > games


@pytest.mark.parametrize("ko", ["basic", "cycle"])
@pytest.mark.parametrize("at_least", [4, 5])
def test_random_games_against_a_proof_end_as_claimed(
    tmp_path: Path, at_least: int, ko: str
) -> None:
    path = proof_of(tmp_path, prove_go(Board("4x3"), at_least, ko=ko, memory=MEMORY))
    play = Play(path)
    chance = random.Random(at_least)
    for _ in range(40):
        play.play_one(chance)


# Nothing else is accepted.


def test_no_mutation_makes_a_false_proof() -> None:
    happened = mutate_proof.run(300)
    assert happened["rejected"] > 150


def with_rows(section: Section, rows: list[tuple[int, int, int]]) -> Section:
    columns = {
        name: array(column.typecode, [row[place] for row in rows])
        for place, (name, column) in enumerate(section.columns.items())
    }
    return Section(section.claim, columns)


@pytest.mark.parametrize("ko", ["basic", "cycle"])
def test_every_dropped_record_is_missed(tmp_path: Path, ko: str) -> None:
    section = prove_go(Board("3x3"), 9, ko=ko, memory=MEMORY)
    rows = list(zip(*section.columns.values(), strict=True))
    for place in range(len(rows)):
        path = proof_of(tmp_path, with_rows(section, rows[:place] + rows[place + 1 :]))
        checked = check(path)
        assert not checked.valid
        assert checked.fault is not None
        assert "no record" in checked.fault.reason


def test_every_smaller_credit_is_refused(tmp_path: Path) -> None:
    section = prove_go(Board("3x3"), 9, ko="basic", memory=MEMORY)
    rows = list(zip(*section.columns.values(), strict=True))
    for place, (key, move, credit) in enumerate(rows):
        less = [*rows[:place], (key, move, credit - 1), *rows[place + 1 :]]
        fault = check(proof_of(tmp_path, with_rows(section, less))).fault
        assert fault is not None
        assert "does not pay" in fault.reason


def test_a_move_chosen_for_the_loser_is_refused(tmp_path: Path) -> None:
    section = prove_go(Board("3x3"), 9, ko="basic", memory=MEMORY)
    rows = list(zip(*section.columns.values(), strict=True))
    changed = [(k, -1 if m == LOSER_TO_MOVE else m, c) for k, m, c in rows]
    fault = check(proof_of(tmp_path, with_rows(section, changed))).fault
    assert fault is not None
    assert fault.reason == "the proof chooses a move for the loser"


def test_twins_must_agree(tmp_path: Path) -> None:
    """A record that differs only in the passes needed may not have another credit."""
    section = prove_go(Board("2x2"), 0, ko="cycle", memory=MEMORY)
    rows = list(zip(*section.columns.values(), strict=True))
    claim = GoClaim.from_header(section.claim)
    for key, move, credit in rows:
        now = claim.situation(key)
        if now.passes != 1 or now.passes_needed != 2:
            continue
        twins = sorted([*rows, (key ^ 1, move, credit + 5)])
        fault = check(proof_of(tmp_path, with_rows(section, twins))).fault
        assert fault is not None
        return
    pytest.fail("no record after a pass")


def test_a_capture_proof_counts_its_plies(tmp_path: Path) -> None:
    section = prove_capture(Board("3x3"), memory=MEMORY)
    for within, valid in ((None, True), (7, True), (9, True), (6, False), (0, False)):
        changed = Section({**section.claim, "within": within}, section.columns)
        assert check(proof_of(tmp_path, changed)).valid == valid
    lost = Section({**section.claim, "winner": "W"}, section.columns)
    assert not check(proof_of(tmp_path, lost)).valid


def test_a_capture_proof_must_look_at_the_losers_captures() -> None:
    header = {"kind": "capture", "board": ["X."], "to_play": "W", "winner": "B", "within": None}
    claim = CaptureClaim.from_header(header)
    after = dict(claim.successors(claim.start))
    assert all(claim.settled(position) is None for position in after.values())


@pytest.mark.parametrize(
    "change",
    [
        {"board": []},
        {"board": ["..", "."]},
        {"board": ["ab"]},
        {"board": ["X"]},
        {"board": ["." * 34]},
        {"board": 3},
        {"to_play": "G"},
        {"komi": "6"},
        {"komi": float("nan")},
        {"at_least": None},
        {"ko": "psk"},
        {"ko_pass": 1},
        {"ko_point": "Z9"},
        {"ko_point": "pass"},
        {"winner": ""},
        {"passes_needed": 4},
        {"passes_needed": 3},
        {"pass_weight": -1},
        {"pass_weight": 1.5},
        {"pass_weight": 0, "ko": "cycle", "at_least": 0},
        {"pass_weight": 1, "ko": "basic"},
        {"kind": "chess"},
        {"kind": None},
    ],
    ids=str,
)
def test_claims_that_make_no_sense(tmp_path: Path, change: dict[str, Any]) -> None:
    columns = {"key": array("Q"), "move": array("b"), "credit": array("Q")}
    path = proof_of(tmp_path, Section({**go_claim(), **change}, columns))
    with pytest.raises(ProofError, match="claim"):
        check(path)


@given(st.binary(max_size=200), st.integers(0, 400), st.booleans())
def test_any_bytes_are_a_proof_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, place: int, insert: bool
) -> None:
    path = tmp_path_factory.mktemp("proofs") / "any.proof"
    good = pack([prove_go(Board("2x2"), 0, ko="cycle", memory=1 << 16)])
    path.write_bytes(good[:place] + data + (good[place:] if insert else b""))
    try:
        assert check(path).valid
    except ProofError as error:
        assert "\n" not in str(error)
        assert str(path) in str(error)


def test_proofs_need_nothing_compiled() -> None:
    """The checker and its files, with all that these import, are the reference, plain values and
    Python."""
    plain = {"checks", "cluster", "coords", "errors", "files", "job", "proof", "reference", "rules"}
    waiting = {name for name in MODULES if name.startswith("goseki.proof.")}
    seen: set[str] = set()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        for name in imported_by(module) - {"goseki"}:
            top, *rest = name.split(".")
            if top == "goseki":
                assert rest[0] in plain, (module, name)
                waiting |= {name} - seen
            else:
                assert top in sys.stdlib_module_names, (module, name)
    assert {"goseki.proof.writer", "goseki.reference.small"} <= seen


# At the door.


def test_solve_and_check_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "3x3.proof")
    assert main(["solve", "3x3", "--proof", path]) == 0
    written = re.search(rf"proof  {re.escape(path)}: (\d+) situations", capsys.readouterr().out)
    assert written is not None
    assert main(["check", path]) == 0
    output = capsys.readouterr().out
    assert "Black can force a lead of at least +9" in output
    assert "the proof holds" in output
    assert main(["check", path, "--json", "--jobs", "2"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["valid"], facts["evidence"]) == (True, "proven")
    assert facts["situations"] == int(written[1])
    assert main(["solve", "3x3", "--proof", path]) == 2
    assert "exists already" in capsys.readouterr().err
    capture = ["solve", "3x3", "--game", "capture", "--proof", path, "--force", "--json"]
    assert main(capture) == 0
    assert json.loads(capsys.readouterr().out)["proof"]["claims"] == 1
    assert main(["check", path]) == 0


def test_a_bad_proof_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    section = prove_go(Board("3x3"), 9, ko="cycle", memory=MEMORY)
    rows = list(zip(*section.columns.values(), strict=True))
    winner = next(place for place, row in enumerate(rows) if row[1] >= 0)
    key, _, credit = rows[winner]
    rows[winner] = (key, PASS, credit)
    path = str(proof_of(tmp_path, with_rows(section, rows)))
    assert main(["check", path]) == 1
    output = capsys.readouterr().out
    assert "move pass" in output
    assert "Not proven: On 3x3" in output
    assert "the proof fails" in output
    assert "A B C" in output
    assert main(["check", path, "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert (facts["valid"], facts["evidence"]) == (False, "unknown")
    assert facts["fault"]["move"] == "pass"
    assert len(facts["fault"]["board"]) == 3


def test_jobs_find_the_same_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = prove_go(Board("4x3"), 4, ko="basic", memory=MEMORY)
    rows = list(zip(*section.columns.values(), strict=True))
    for place in (100, 500, 900):
        rows[place] = (*rows[place][:2], 0)
    monkeypatch.setattr(container, "CHUNK_RECORDS", 64)
    path = proof_of(tmp_path, with_rows(section, rows))
    alone = check(path)
    assert not alone.valid
    assert alone == check(path, jobs=2)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"(;SZ[5])", "is not a Goseki proof"),
        (b'{"format":"goseki-proof","version":1}', "is damaged"),
        (b'{"format":"goseki-proof","version":2,"crc32":0,"contents":{}}\n', "version 2"),
        (b'{"format":"goseki-proof","version":1,"crc32":0,"contents":{}}\n', "is damaged"),
    ],
)
def test_files_that_are_no_proofs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, message: str
) -> None:
    path = tmp_path / "no.proof"
    path.write_bytes(data)
    assert main(["check", str(path)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_cut_proof_is_damaged_wherever_it_is_cut(tmp_path: Path) -> None:
    data = pack([prove_go(Board("2x2"), 0, ko="cycle", memory=MEMORY)])
    path = tmp_path / "cut.proof"
    for end in range(len(data)):
        path.write_bytes(data[:end])
        with pytest.raises(ProofError):
            check(path)


@pytest.mark.core
def test_what_cannot_be_proven_is_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "open.proof"
    assert solve(Board("5x5"), at_least=3, nodes=100, proof=path).proof is None
    assert solve(Board("5x5"), nodes=100, proof=path).proof is None
    assert solve_capture(Board("5x5"), nodes=100, proof=path).proof is None
    assert main(["solve", "5x5", "--nodes", "100", "--proof", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["proof"] is None
    with pytest.raises(GosekiError, match="basic and cycle ko"):
        prove_go(Board("2x2"), 0, ko="psk", memory=MEMORY)
    with pytest.raises(GosekiError, match="cannot be written"):
        solve(Board("2x2"), proof=tmp_path / "no" / "folder")
    assert not path.exists()


@pytest.mark.core
def test_an_interrupted_proof_leaves_the_answer(tmp_path: Path) -> None:
    def interrupt(progress: Progress) -> None:
        if "writing" in progress.text:
            raise KeyboardInterrupt

    path = tmp_path / "interrupted.proof"
    result = solve(Board("4x3"), proof=path, progress=interrupt)
    assert (result.score, result.interrupted, result.proof) == (4, True, None)
    assert not path.exists()


@pytest.mark.core
@pytest.mark.parametrize("threshold", [4, 5])
def test_a_proof_is_written_from_what_the_search_has_learned(threshold: int) -> None:
    board = Board("4x3")
    solver = _core.GoSolver(4, 3, MEMORY)
    solver.prove(board, True, threshold, False, True)
    searched = solver.nodes
    again = solver.strategy(board, True, threshold, False, True, keep_table=True)
    assert again.outcome == "found"
    assert solver.nodes - searched < searched / 10
    solver.strategy(board, True, threshold, False, True)
    assert solver.nodes - searched > searched


@pytest.mark.core
def test_limits_hold_for_the_writing_too(tmp_path: Path) -> None:
    for limits in ({"nodes": 1000}, {"seconds": 1e-3}):
        with pytest.raises(GosekiError, match="could not decide every situation within its limits"):
            prove_go(Board("4x4"), 2, ko="cycle", memory=MEMORY, **limits)  # type: ignore[arg-type]
    with pytest.raises(GosekiError, match="within its limits"):
        prove_capture(Board("5x5"), memory=MEMORY, nodes=1000)
    path = tmp_path / "some.proof"
    whole = solve_capture(Board("4x4"))
    result = solve_capture(Board("4x4"), nodes=whole.nodes + 1, proof=path)
    assert (result.winner, result.plies, result.best) == (whole.winner, whole.plies, whole.best)
    assert result.proof is None
    assert result.note.startswith("There is no proof")
    assert not path.exists()
    assert solve_capture(Board("4x4"), proof=path).nodes == whole.nodes
    assert check(path).valid


@pytest.mark.core
def test_one_claim_of_two_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_only_the_upper_bound(board: Board, at_least: float, **options: Any) -> Section:
        if at_least == 4:
            raise GosekiError("no proof for a lead of +4")
        return prove_go(board, at_least, **options)

    monkeypatch.setattr(searches, "prove_go", find_only_the_upper_bound)
    path = tmp_path / "half.proof"
    result = solve(Board("4x3"), proof=path)
    assert (result.score, result.note) == (4, "There is no proof for a lead of +4.")
    [claim] = check(path).claims
    assert claim.words.endswith("White can keep Black's lead below +5.")


def test_keys_ascend_in_every_file(tmp_path: Path) -> None:
    for section in (
        prove_go(Board("3x2"), 1, ko="cycle", memory=MEMORY),
        prove_capture(Board("3x3"), memory=MEMORY),
    ):
        assert all(a < b for a, b in pairwise(section.columns["key"]))
    keys = array("Q", [5, 3])
    backwards = Section(go_claim(), {"key": keys, "move": array("b", [0, 0]), "credit": keys})
    with pytest.raises((ProofError, OverflowError)):
        check(proof_of(tmp_path, backwards))
