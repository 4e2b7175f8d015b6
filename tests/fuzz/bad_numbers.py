"""Calls every binding of the core, and every public function, with arguments that make no sense.

    python -m tests.fuzz.bad_numbers bindings|functions

Prints what is wrong, one call a line, and nothing if nothing is. A call that ends the process is
the last one named on standard error. `tests/test_bad_numbers.py` runs it.
"""

import inspect
import math
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np

import goseki as gs
from goseki import _core, coords, life, phantom
from goseki.clock import TimeSettings
from goseki.match.go import GoContest
from goseki.players import monte_carlo, policy
from goseki.playouts import sample_game
from goseki.safety import eye_shapes
from goseki.solver import solve_as_thesis, static_analysis
from goseki.solver.capture import choose_capture_move
from goseki.tactics import Answer, Question, find_targets, read_ladder

HUGE = 10**30
NUMBERS = (-1, 0, -(2**31) - 1, -(2**40), 2**31 - 1, 2**31, 2**40, 2**62, 2**63, 2**64, HUGE, -HUGE)
FLOATS = (math.nan, math.inf, -math.inf, -0.5, 1e300)
OTHERS = (None, "", "x", b"x", [], [None], [-1], [HUGE], {}, object(), True, (1, 2), int)
PATIENCE = 0.05


class _NoSearch:
    """Stands for the tactical search, whose bindings are tried by themselves."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def ask(self, *_: object, **limits: Any) -> Answer:
        return Answer("unknown", nodes=limits["nodes"])


class EnoughError(Exception):
    """What was asked for is sensible, but takes too long."""


class Call:
    """A function with sensible arguments. `also` has values, by argument, that make no sense."""

    def __init__(
        self,
        function: Callable[..., Any],
        also: dict[str, Iterable[Any]] | None = None,
        **arguments: Any,
    ) -> None:
        self.function = function
        self.arguments = arguments
        self.also = also or {}

    def variants(self) -> Iterator[tuple[str, Any, dict[str, Any]]]:
        """The arguments with one of them replaced by what makes no sense; before them the
        replacement in words, and the sensible value."""
        for name in self.arguments:
            if name == "progress":
                continue
            for value in (*NUMBERS, *FLOATS, *OTHERS, *self.also.get(name, ())):
                words = f"{name}={value!r:.60}"
                yield words, self.arguments[name], {**self.arguments, name: value}


def board() -> gs.Board:
    return gs.Board.from_diagram(".X.X/XXXX/OO.O/.OO.")


def stopping() -> Callable[..., None]:
    """A callback for progress that ends a call after a while."""
    end = time.monotonic() + PATIENCE

    def report(*_: object) -> None:
        if time.monotonic() > end:
            raise EnoughError

    return report


def bindings(file: IO[bytes]) -> dict[str, Call]:
    """A sensible call of every function and method that takes an argument. The file has room for
    a small table."""
    b, tiny, signs = board(), gs.Board("2x2"), np.zeros((3, 3), dtype=np.int8)
    apart = gs.Board("4x4")
    apart.setup(["A1", "C1"], ["B2"])
    grid = {"columns": 3, "rows": 3}
    belief = {"belief": signs, "black": True, "unknown": 1, "refused": [0]}
    search = {"territory": False, "komi": 0.0, "simulations": 5}
    uct = {"exploration": 1.0, "caution": 1.0, "bias": 0.5}
    limits = {"nodes": 50, "seconds": 0.02, "progress": None}
    event = (0, 4, 0, [], 0)
    bad_events = [
        (kind, index, captured, stones, cause)
        for kind in (-1, 0, 1, 2, 3, 4, 5)
        for index in (-1, 0, 4, 9)
        for captured in (-1, 0, 1, 9, 2**31 - 1)
        for stones in ([], [4], [4, 4], [-1], [9])
        for cause in (-1, 0, 1, 2, 3)
    ]
    question = {"for_black": True, "threshold": 1}
    rules = {"draw_suffices": False, "passes_decide": True}
    go_limits = {"max_nodes": 50, "seconds": 0.02, "progress": None}
    region = {"points": [12, 13, 14, 15, 8, 9, 10, 11], "black": False}
    stones = {"own": 3, "other": 8}

    def field() -> _core.FieldStrategy:
        return _core.FieldStrategy(b, True, [0, 2], [([1], 2)], [])

    def searched() -> _core.FieldStrategy:
        strategy = field()
        strategy.prove(10, True, None)
        return strategy

    def sums() -> _core.PlayoutSums:
        return _core.run_playouts(tiny, 10)

    def heard() -> _core.PhantomMind:
        mind = _core.PhantomMind(3, 3, True, False, 1)
        mind.renew()
        return mind

    def hear(event: Any) -> None:
        mind = heard()
        for _ in range(2):  # what was played cannot be played again
            mind.observe(event)
            if mind.renew():
                mind.choose([], False, 0.0, 2, 0.0, 1)
            mind.worlds()

    def go() -> _core.GoSolver:
        return _core.GoSolver(2, 2, 2**16)

    features = _core.MoveFeatures(4, 4)
    no_games = np.zeros(0, dtype=np.int64)
    of_one_game = {
        "columns": np.full(1, 2, dtype=np.uint8),
        "rows": np.full(1, 2, dtype=np.uint8),
        "stones": np.zeros(0, dtype=np.uint16),
        "stone_ends": np.zeros(1, dtype=np.int64),
        "moves": np.array([0, 7, 8], dtype=np.uint16),
        "move_ends": np.full(1, 3, dtype=np.int64),
    }
    bad_sides = [np.full(1, side, dtype=np.uint8) for side in (0, 3, 20, 255)]
    bad_ends = [np.full(1, end) for end in (-1, 1, 4, 2**62)]
    one_game = _core.Archive(**of_one_game)
    places = {
        "archive": one_game,
        "features": features,
        "games": np.zeros(2, dtype=np.int64),
        "plies": np.arange(2, dtype=np.int32),
    }
    bad_places = {
        "games": [no_games, *(np.full(2, g) for g in (-1, 1, 2**62))],
        "plies": [np.full(2, ply, dtype=np.int32) for ply in (-1, 3, 2**31 - 1)],
    }
    floats = np.zeros((features.count, 2), dtype=np.float32)
    units = {"hidden": floats[0], "output": floats[0]}

    def method(make: Callable[[], Any], name: str) -> Callable[..., Any]:
        return lambda **arguments: getattr(make(), name)(**arguments)

    weights = {"black_weights": [1] * 4, "white_weights": [1] * 4}
    games = {"mercy": 0, "longest": 0, **weights}
    return {
        "Board": Call(
            _core.Board,
            **grid,
            ko="SIMPLE",
            repetition="NONE",
            passes_to_end=2,
            ko_pass=False,
            suicide=False,
            territory_scoring=False,
            seki_tax=False,
        ),
        "Board.play": Call(method(lambda: gs.Board("3x3"), "play"), move=0, color="B"),
        "Board.play_assume_legal": Call(method(tiny.copy, "play_assume_legal"), index=0),
        "Board.play_recorded": Call(method(tiny.copy, "play_recorded"), move=0, color="B"),
        "Board.undo": Call(method(tiny.copy, "undo"), moves=0),
        "Board.legal_points": Call(b.legal_points, color="B"),
        "Board.why_illegal": Call(b.why_illegal, move=0, color="B"),
        "Board.color_at": Call(b.color_at, index=0),
        "Board.block_points": Call(b.block_points, index=1),
        "Board.block_liberties": Call(b.block_liberties, index=1),
        "Board.set_up": Call(
            method(lambda: gs.Board("3x3"), "set_up"),
            signs=signs,
            taken_by_black=0,
            taken_by_white=0,
        ),
        "Board.count": Call(b.count, dead=[1], seki=[1]),
        "Board.is_same_situation": Call(b.is_same_situation, other=b),
        "Board.perft": Call(gs.Board("2x2").perft, depth=2, progress=None),
        "count_legal_positions": Call(
            _core.count_legal_positions, columns=2, rows=2, progress=None
        ),
        "symmetry_map": Call(_core.symmetry_map, **grid, symmetry=1),
        "benson": Call(_core.benson, board=b),
        "benson_repeat": Call(_core.benson_repeat, board=b, times=2),
        "benson_blocks": Call(_core.benson_blocks, board=b, black=True),
        "regions": Call(_core.regions, board=b, black=True),
        "chains": Call(_core.chains, board=b, black=True, miai=True),
        "eyes": Call(_core.eyes, board=b, black=True),
        "eye_spaces": Call(_core.eye_spaces, board=b, black=True, dead=[1]),
        "color_by_flood": Call(_core.color_by_flood, board=b, dead=[1]),
        "color_by_nearest_stone": Call(_core.color_by_nearest_stone, board=b, dead=[1]),
        "split_points": Call(_core.split_points, board=b, points=[0, 1], local=True),
        "PlayoutSums.leads": Call(method(sums, "leads"), board=tiny),
        "PlayoutSums.owner": Call(method(sums, "owner"), board=tiny),
        "PlayoutSums.first_plays": Call(method(sums, "first_plays"), board=tiny),
        "PlayoutSums.first_play_wins": Call(method(sums, "first_play_wins"), board=tiny),
        "run_playouts": Call(
            _core.run_playouts,
            board=tiny,
            games=5,
            seconds=0.02,
            seed=1,
            threads=1,
            komi=0.0,
            **games,
            amaf=True,
            progress=None,
        ),
        "sample_playout": Call(_core.sample_playout, board=tiny, seed=1, number=1, **games),
        "safety": Call(
            _core.safety,
            board=b,
            method=_core.SafetyMethod(2, level=6, nodes=50, max_points=10, max_merged=10),
            seconds=0.02,
            progress=None,
        ),
        "SafetyMethod": Call(
            _core.SafetyMethod,
            method=2,
            level=6,
            nodes=50,
            max_points=10,
            max_merged=10,
            forced=True,
            threads=1,
            niu_ordering=False,
            niu_evaluation=False,
        ),
        "prove_region": Call(
            _core.prove_region,
            board=b,
            **region,
            defender_first=False,
            defender_wins_ko=False,
            outside_liberties=0,
            nodes=50,
            seconds=0.02,
            progress=None,
        ),
        "exhaust_region": Call(
            _core.exhaust_region,
            board=b,
            **region,
            defender_wins_ko=False,
            outside_liberties=0,
            max_states=500,
            seconds=0.02,
            progress=None,
        ),
        "judge_safety": Call(
            _core.judge_safety,
            **grid,
            **stones,
            stones=3,
            area=4,
            max_situations=50,
            firm=0,
            defender_first=False,
            finite_kos=False,
        ),
        "FieldStrategy": Call(
            _core.FieldStrategy,
            {
                "points": [[0, 0], [1], [*range(16)], [16]],
                "walls": [[([1], target)] for target in NUMBERS] + [[([9], 2)], [([], 2)]],
                "links": [[(0, 0)], [(0, 16)], [(-1, 0)], [(0, 1)], [(5, 9)], [(0, 2)] * 99],
            },
            board=b,
            black=True,
            points=[0, 2],
            walls=[([1], 2)],
            links=[],
        ),
        "FieldStrategy.prove": Call(
            method(field, "prove"),
            nodes=10,
            territory=True,
            settled=lambda *_: True,
            progress=None,
        ),
        "FieldStrategy.answer": Call(
            method(searched, "answer"),
            {"after": [(3, 3), (2**63, 2**62), (-1, 0), (HUGE, 0)]},
            after=(0, 1),
            point=0,
            ko=-1,
            path=[(0, 0)],
        ),
        "FieldStrategy.answer before a search": Call(
            method(field, "answer"), after=(0, 1), point=0, ko=-1, path=[(0, 0)]
        ),
        "FieldStrategy.open_attacks": Call(method(field, "open_attacks")),
        "FieldStrategy.refutation": Call(method(searched, "refutation"), attack=0),
        "FieldStrategy.refutation before a search": Call(method(field, "refutation"), attack=0),
        "PhantomMind": Call(_core.PhantomMind, **grid, black=True, tree=False, seed=1),
        "PhantomMind.observe": Call(hear, {"event": bad_events}, event=event),
        "PhantomMind.choose": Call(
            method(heard, "choose"),
            refused=[0],
            **search,
            seconds=0.02,
            threads=1,
            progress=None,
        ),
        "phantom_candidates": Call(_core.phantom_candidates, belief=signs, black=True, refused=[0]),
        "phantom_choose": Call(
            _core.phantom_choose,
            **belief,
            method="uct_rand",
            **search,
            seconds=0.02,
            seed=1,
            threads=1,
            **uct,
            progress=None,
        ),
        "phantom_tree": Call(
            _core.phantom_tree,
            **belief,
            method="uct_rand",
            **search,
            seed=1,
            **uct,
            nodes=10,
            progress=None,
        ),
        "phantom_worlds": Call(
            _core.phantom_worlds,
            {"events": [[event, event, bad, bad] for bad in bad_events]},
            **grid,
            black=True,
            events=[event],
            count=2,
            tries=20,
            seed=1,
            progress=None,
        ),
        "solve_capture_by_thresholds": Call(
            _core.solve_capture_by_thresholds, board=tiny, memory=2**16, **limits
        ),
        "solve_capture_as_thesis": Call(
            _core.solve_capture_as_thesis, board=tiny, memory=2**16, **limits
        ),
        "capture_strategy": Call(_core.capture_strategy, board=tiny, memory=2**16, **limits),
        "choose_capture_move": Call(_core.choose_capture_move, board=tiny, **limits),
        "GoSolver": Call(_core.GoSolver, **grid, memory=2**16, file=None, offset=0),
        "GoSolver in a file": Call(
            _core.GoSolver,
            {"memory": [1, 63, 64, 65, 128, 4096, 4097], "offset": [1, 63, 4096]},
            **grid,
            memory=4096,
            file=file.fileno(),
            offset=0,
        ),
        "GoSolver.prove": Call(
            method(go, "prove"),
            {
                "resume": [[number] * 5 for number in NUMBERS] + [[199, 199, 0, 0, 255]],
                "moves": [[-1] * 9, [0, 0], [4], [-2]],
            },
            board=tiny,
            **question,
            **rules,
            max_depth=9,
            moves=[0],
            resume=[1, 1, 0, 0, 1],
            threads=1,
            **go_limits,
        ),
        "GoSolver.strategy": Call(
            method(go, "strategy"),
            board=tiny,
            **question,
            **rules,
            keep_table=False,
            max_situations=100,
            **go_limits,
        ),
        "SuperkoSolver": Call(_core.SuperkoSolver, **grid, memory=2**16, ko="ssk"),
        "SuperkoSolver.prove": Call(
            method(lambda: _core.SuperkoSolver(2, 2, 2**16, "ssk"), "prove"),
            board=tiny,
            **question,
            max_depth=9,
            **go_limits,
        ),
        "GoThesisSearch": Call(
            _core.GoThesisSearch,
            {"weights": [[number] * 5 for number in NUMBERS] + [[1] * 4]},
            **grid,
            memory=2**16,
            ko="cycle",
            komi_floor=0,
            komi_ceiling=0,
            draws="",
            without={"etc"},
            weights=[5, 5, 8, -6, -1],
        ),
        "GoThesisSearch.iterate": Call(
            method(lambda: _core.GoThesisSearch(2, 2, 2**16, "cycle"), "iterate"),
            board=tiny,
            depth=3,
            **limits,
        ),
        "TacticsSearch": Call(_core.TacticsSearch, memory=2**16),
        "TacticsSearch.ask": Call(
            method(lambda: _core.TacticsSearch(2**16), "ask"),
            {"ko": [*range(9)]},
            stones=np.array([[1, -1, 0], [1, -1, 0], [0, 0, 0]], dtype=np.int8),
            goal="capture",
            target=[0],
            prover_first=True,
            ko=-1,
            provers_threats=0,
            others_threats=1,
            firm=[],
            exact=True,
            with_walls=True,
            tenukis=0,
            barred=[],
            nodes=50,
            seconds=0.02,
            progress=None,
        ),
        "read_ladder": Call(
            _core.read_ladder,
            {"target": [*range(16)], "ban": [*range(16)]},
            board=b,
            target=b.index("B4"),
            black_to_play=True,
            ban=-1,
            attacker_threats=0,
            defender_threats=1,
            moves=True,
            zone=True,
            memory=2**16,
            nodes=50,
            seconds=0.02,
            progress=None,
        ),
        "read_capture": Call(
            _core.read_capture,
            {"stone": [*range(16)], "free": [1, -1]},
            board=b,
            stone=b.index("B4"),
            width=1,
            free=0,
            seconds=0.02,
        ),
        "read_connection": Call(
            _core.read_connection,
            {"one": [*range(16)], "other": [*range(16)], "free": [1, -1]},
            board=apart,
            one=apart.index("A1"),
            other=apart.index("C1"),
            width=1,
            free=0,
            seconds=0.02,
        ),
        "is_connection_at_ease": Call(
            _core.is_connection_at_ease,
            {"one": [*range(16)], "other": [*range(16)]},
            board=apart,
            one=apart.index("A1"),
            other=apart.index("C1"),
        ),
        "Archive": Call(
            _core.Archive,
            {
                "columns": [*bad_sides, no_games.astype(np.uint8)],
                "rows": [*bad_sides, np.full(2, 2, dtype=np.uint8)],
                "stones": [np.array([1], dtype=np.uint16), np.array([9, 9], dtype=np.uint16)],
                "moves": [np.full(3, move, dtype=np.uint16) for move in (0, 10, 2**16 - 1)],
                "stone_ends": bad_ends,
                "move_ends": bad_ends,
            },
            **of_one_game,
        ),
        "Archive.playable": Call(one_game.playable, game=0),
        "Archive.board": Call(one_game.board, game=0, ply=1),
        "Archive.planes": Call(
            one_game.planes,
            {
                **bad_places,
                "symmetries": [np.full(2, 8, dtype=np.uint8), np.zeros(3, dtype=np.uint8)],
                "komi": [np.full(2, komi, dtype=np.float32) for komi in (np.nan, np.inf)],
            },
            games=places["games"],
            plies=places["plies"],
            symmetries=np.zeros(2, dtype=np.uint8),
            komi=np.zeros(2, dtype=np.float32),
        ),
        "planes_of": Call(_core.planes_of, board=b, symmetry=0, komi=6.5),
        "MoveFeatures": Call(_core.MoveFeatures, stones=12, liberties=24),
        "MoveFeatures.legal": Call(features.legal, board=b),
        "MoveFeatures.of": Call(
            features.of, {"points": [[16], [1], [0, HUGE], [2**31]]}, board=b, points=[0]
        ),
        "MoveNet": Call(
            _core.MoveNet,
            {"weights": [floats[0], floats.T, floats * np.nan], "output": [floats[:, 0]]},
            weights=floats,
            **units,
            bias=0.0,
        ),
        "MoveNet.values": Call(
            _core.MoveNet(floats, **units, bias=0.0).values,
            {"features": [floats, floats[0]]},
            features=np.zeros((3, features.count), dtype=np.float32),
        ),
        "move_pairs": Call(_core.move_pairs, bad_places, **places, radius=3, seed=1),
        "move_choices": Call(_core.move_choices, bad_places, **places),
        "unconditional": Call(_core.unconditional, **grid, black=3, white=8),
        "terminal_score": Call(
            _core.terminal_score, **grid, black=3, white=8, remove_one_liberty_blocks=True
        ),
    }


def missing_bindings(tried: set[str]) -> Iterator[str]:
    """What the stubs of the core have and has not been tried."""
    stubs = (Path(gs.__file__).parent / "_core.pyi").read_text()
    owner = ""
    for match in re.finditer(
        r"^(?:class (\w+)|( {4})?def (\w+)\((?:self)?,? ?([^)]*)\))", stubs, re.MULTILINE
    ):
        of_class, indent, name, parameters = match.groups()
        if of_class:
            owner = of_class
        elif parameters and "/" not in parameters:
            full = f"{owner}.{name}" if indent else name
            if full.removesuffix(".__init__") not in tried:
                yield full


def functions() -> dict[str, Call]:
    """A sensible call of the public functions and methods that take an argument."""
    b, tiny = board(), gs.Board("2x2")
    safety = gs.prove_safety(b)
    log = phantom.GameLog.parse("B2 (B2)C2")
    rules = phantom.PhantomRules.on("3x3")
    state = phantom.replay(log, rules).information_state("B")
    limits: dict[str, Any] = {"seconds": 0.05, "nodes": 50}
    return {
        "Board": Call(gs.Board, size="3x3", rules="chinese", komi=0.5),
        "Board.perft": Call(tiny.perft, depth=2, progress=None),
        "Board.undo": Call(tiny.copy().undo, moves=0),
        "Board.at": Call(b.at, point="A1"),
        "Board.block": Call(b.block, stone="B4"),
        "Board.liberties": Call(b.liberties, stone="B4"),
        "Board.setup": Call(tiny.copy().setup, black=["A1"], white=["B2"], empty=[], to_play="W"),
        "Board.score": Call(b.score, dead=["B4"], seki=[]),
        "Board.transformed": Call(b.transformed, symmetry=1, swap_colors=True),
        "Board.is_legal": Call(b.is_legal, move="A1", color="B"),
        "Board.point": Call(b.point, index=0),
        "Board.index": Call(b.index, point="A1"),
        "Board.stones": Call(b.stones, color="B"),
        "Size": Call(lambda columns, rows: gs.Size(columns, rows).checked(), columns=3, rows=3),
        "Point": Call(lambda name: gs.Point.parse(name), name="A1"),
        "Size.parse": Call(gs.Size.parse, text="3x3"),
        "parse_sgf": Call(gs.parse_sgf, data="(;B[aa])"),
        "Rules.parse": Call(gs.Rules.parse, text="chinese"),
        "Board.from_diagram": Call(gs.Board.from_diagram, text=".X/O."),
        "Game.position": Call(gs.parse_sgf("(;B[aa])")[0].position, move=1, rules="chinese"),
        "parse_color": Call(coords.parse_color, text="B"),
        "Rules": Call(gs.Rules, komi=6.5, passes_to_end=2, ko="SIMPLE", suicide=False),
        "run_playouts": Call(
            gs.run_playouts,
            board=tiny,
            games=10,
            seed=1,
            threads=1,
            seconds=0.02,
            mercy=3,
            longest=9,
            weights={"B": 1, "W": 1},
        ),
        "evaluate_moves": Call(
            gs.evaluate_moves, board=tiny, games=10, seed=1, threads=1, seconds=0.02, method="amaf"
        ),
        "sample_game": Call(sample_game, board=tiny, seed=1, number=1),
        "solve": Call(
            gs.solve, board=tiny, ko="cycle", at_least=1, plies=1, **limits, memory=2**16, threads=1
        ),
        "solve_capture": Call(
            gs.solve_capture, board=tiny, method="threshold", **limits, memory=2**16, without=()
        ),
        "solve_as_thesis": Call(
            solve_as_thesis, board=tiny, ko="cycle", without=(), **limits, memory=2**16
        ),
        "choose_capture_move": Call(choose_capture_move, board=tiny, **limits),
        "static_analysis": Call(static_analysis, board=tiny),
        "prove_safety": Call(
            gs.prove_safety,
            board=b,
            method="search",
            level="m3",
            nodes=50,
            max_points=10,
            max_merged=10,
            seconds=5.0,
            jobs=1,
            ordering="near",
            evaluation="pairs",
        ),
        "prove_region": Call(
            gs.prove_region,
            board=b,
            region="A1:D2",
            defender="W",
            first="attacker",
            ko_winner="attacker",
            outside_liberties=0,
            nodes=50,
            seconds=5.0,
        ),
        "read_ladder": Call(
            read_ladder,
            board=b,
            target="B4",
            to_play="B",
            threats={"B": 0, "W": 0},
            nodes=50,
            seconds=5.0,
            memory=2**16,
        ),
        "Question": Call(
            Question,
            board=b,
            goal="life",
            target=(gs.Point(1, 3),),
            to_play="W",
            threats={"B": 0, "W": None},
            firm=(),
        ),
        "find_targets": Call(find_targets, board=b, to_play="B", most=3),
        "solve_problem": Call(
            lambda **given: gs.solve_problem(**given, _search=_NoSearch),
            board=b,
            target="B4",
            goal=None,
            to_play="B",
            both=False,
            why_not="pass",
            firm=(),
            **limits,
            memory=2**16,
            threads=1,
        ),
        "eye_shapes": Call(
            eye_shapes,
            points=2,
            place="middle",
            outside_liberties=0,
            seconds=5.0,
        ),
        "SafetyResult.record": Call(lambda **_: safety.record()),
        **{
            f"life.{name}": Call(getattr(life, name), **arguments)
            for name, arguments in LIFE(b).items()
        },
        "sample_worlds": Call(phantom.sample_worlds, state=state, count=2, seed=1, tries=20),
        "hidden_stone_map": Call(phantom.hidden_stone_map, state=state, count=2, seed=1),
        "Settings": Call(
            phantom.Settings, simulations=10, seconds=None, clock=None, scoring="win", threads=1
        ),
        "PhantomRules": Call(phantom.PhantomRules, size=gs.Size(3, 3), komi=0.5),
        "TimeSettings": Call(TimeSettings, system="byoyomi", main=10.0, period=5.0, stones=3),
        "MonteCarloPlayer": Call(
            monte_carlo.Settings, seconds=1.0, playouts=1, threads=1, method="amaf", resign=0.1
        ),
        "PolicyPlayer": Call(policy.PolicySettings, model="net", symmetries=1, resign=0.1, seed=1),
        "GoContest": Call(GoContest, size=gs.Size(2, 2), rules=gs.Rules(), seconds=1.0, longest=4),
    }


def LIFE(b: gs.Board) -> dict[str, dict[str, Any]]:  # noqa: N802
    """Arguments for every function of `goseki.life`."""
    given: dict[str, Any] = {
        "board": b,
        "color": "B",
        "dead": ["B4"],
        "points": ["A1"],
        "local": True,
        "stone": "B4",
        "miai": True,
    }
    found: dict[str, dict[str, Any]] = {}
    for name in life.__all__ if hasattr(life, "__all__") else dir(life):
        function = getattr(life, name)
        if inspect.isfunction(function) and function.__module__ == life.__name__:
            if name.startswith("_"):
                continue
            parameters = inspect.signature(function).parameters
            found[name] = {each: given[each] for each in parameters if each in given}
    return found


def complaints(calls: dict[str, Call], *, public: bool) -> Iterator[str]:
    """The calls that ended neither with an answer nor with a proper error. Where a public function
    takes a number or a text, a wrong type must be a proper error too."""
    for name, call in calls.items():
        try:
            call.function(**call.arguments)
        except gs.GosekiError:
            pass  # some are called too early on purpose
        except (TypeError, AttributeError) as error:
            yield f"{name}: is not called as it should be: {error!r}"
        for words, sensible, arguments in call.variants():
            print(name, words, file=sys.stderr, flush=True)
            if "progress" in arguments:
                arguments = {**arguments, "progress": stopping()}
            try:
                call.function(**arguments)
            except gs.GosekiError as error:
                if "\n" in str(error):
                    yield f"{name}({words}): more than one line: {error}"
            except (MemoryError, EnoughError):
                pass
            except (TypeError, AttributeError) as error:
                wanted = int | float | str if public else int | float
                wrong = public or isinstance(error, AttributeError)
                if wrong and isinstance(sensible, wanted) and not isinstance(sensible, bool):
                    yield f"{name}({words}): {error!r}"
            except Exception as error:
                if isinstance(sensible, gs.Board) and isinstance(error, ValueError):
                    continue  # what has Board's methods may stand for one
                yield f"{name}({words}): {error!r}"


if __name__ == "__main__":
    if sys.argv[1] == "bindings":
        with tempfile.TemporaryFile() as file:
            file.truncate(4096)
            calls = bindings(file)
            for left_out in missing_bindings({name.split(" ")[0] for name in calls}):
                print(f"not tried: {left_out}")
            for complaint in complaints(calls, public=False):
                print(complaint)
    else:
        for complaint in complaints(functions(), public=True):
            print(complaint)
