"""
The fast kernels of Goseki. Points are indices, row-major from the top left.
"""

from collections.abc import Sequence, Set
from typing import Annotated, Literal, overload

import numpy
import numpy.typing
from numpy.typing import NDArray


class Board:
    """
    A game of Go on any rectangle up to 19x19. goseki.Board adds the words.
    """

    @overload
    def __init__(self, columns: int, rows: int, ko: str, repetition: str, passes_to_end: int, ko_pass: bool, suicide: bool, territory_scoring: bool, seki_tax: bool) -> None: ...

    @overload
    def __init__(self, other: Board) -> None: ...

    @property
    def to_play(self) -> Literal['B', 'W']:
        """Whose turn it is: 'B' or 'W'."""

    @to_play.setter
    def to_play(self, color: str, /) -> None: ...

    @property
    def ko_index(self) -> int:
        """The point where simple ko forbids to play now, or -1."""

    @property
    def passes(self) -> int:
        """Number of passes just made in a row."""

    @property
    def passes_needed(self) -> int:
        """Number of passes in a row that would end the game now."""

    @property
    def end(self) -> str:
        """
        'running', or how the game ended: 'passes', or by repetition 'draw', 'B' or 'W'.
        """

    @property
    def hash(self) -> int:
        """64 bits that name the situation."""

    @property
    def position_hash(self) -> int:
        """64 bits that name the stones."""

    @property
    def ply(self) -> int:
        """Number of moves so far."""

    def play(self, move: int | str | tuple[int, int], color: str | None = None) -> None:
        """
        Play a legal move: a Point, a vertex such as 'D4', 'pass', or an index (-1: pass).

        Raises IllegalMoveError with the reason, and leaves the board as it was.
        """

    def play_assume_legal(self, index: int) -> None:
        """
        Play without asking the rules. The move must be legal: the caller has checked.
        """

    def play_recorded(self, move: int | str | tuple[int, int], color: str | None = None) -> None:
        """
        Play what a game record says. Only an occupied point or suicide is refused: records
        run over ko rules and finished games.
        """

    def undo(self, moves: int = 1) -> None:
        """Take back the last move, or several."""

    def legal_points(self, color: str | None = None) -> numpy.typing.NDArray[numpy.int32]:
        """
        Indices of the points where a colour (default: to play) may play, in order; passing
        is not among them.
        """

    def why_illegal(self, move: int | str | tuple[int, int], color: str | None = None) -> str | None:
        """
        None where the move is legal, else the reason: 'game over', 'occupied', 'suicide',
        'ko' or 'superko'.
        """

    def color_at(self, index: int) -> int:
        """+1 for a black stone, -1 for a white one, 0 for an empty point."""

    def to_array(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        Stones as an array of rows x columns, top row first: +1 Black, -1 White, 0 empty.
        """

    def block_points(self, index: int) -> list[int]:
        """Indices of the stones connected to this one."""

    def block_liberties(self, index: int) -> list[int]:
        """Indices of the liberties of the block of this stone."""

    def prisoner_counts(self) -> tuple[int, int]:
        """Stones taken by Black and by White."""

    def move_list(self) -> list[tuple[Literal['B', 'W'], int]]:
        """The moves since the last setup, as colour and index."""

    def set_up(self, signs: numpy.typing.NDArray[numpy.int8], taken_by_black: int, taken_by_white: int) -> int:
        """
        Replace the stones and forget the history. Returns -1, or a stone of a block without
        a liberty, in which case nothing changed.
        """

    def count(self, dead: list[int], seki: list[int] | None = None) -> tuple[int, int, numpy.typing.NDArray[numpy.int8]]:
        """Black's points, White's points (without komi) and the owner map."""

    def is_same_situation(self, other: Board) -> bool:
        """Same size, stones, turn, ko and passes."""

    def perft(self, depth: int, progress: object | None = None) -> int:
        """
        Number of games of `depth` moves from here; one that ends earlier counts as one.
        """

def count_legal_positions(columns: int, rows: int, progress: object | None = None) -> int:
    """Number of positions in which every block has a liberty."""

def symmetry_map(columns: int, rows: int, symmetry: int) -> list[int]:
    """
    For every index, where symmetry 0..7 moves it. Bits: mirror left-right, mirror
    top-bottom, then swap the axes.
    """

def benson(board: Board) -> numpy.typing.NDArray[numpy.int8]:
    """
    Unconditionally alive blocks and their territory: +1 Black, -1 White, 0 not proven.
    """

def benson_repeat(board: Board, times: int) -> int:
    """
    Runs `benson` many times in the core, for timing; returns the sum of points proven.
    """

def benson_blocks(board: Board, black: bool) -> list[int]:
    """The first stone of each unconditionally alive block of a colour."""

class Region:
    """A region. Blocks are named by their first stones."""

    @property
    def points(self) -> list[int]: ...

    @property
    def blocks(self) -> list[int]:
        """Those that touch it."""

    @property
    def healthy(self) -> list[int]:
        """Those that it is healthy for."""

    @property
    def sealed(self) -> list[int]:
        """Those that it is sealed by."""

def regions(board: Board, black: bool) -> list[Region]:
    """The regions of a colour."""

def chains(board: Board, black: bool, miai: bool) -> list[list[int]]:
    """
    The chains of a colour, each a list of blocks named by their first stones.
    """

def eyes(board: Board, black: bool) -> tuple[list[int], list[int]]:
    """The true and the false single-point eyes of a colour."""

def eye_spaces(board: Board, black: bool, dead: Sequence[int]) -> list[list[int]]:
    """The connected pieces of the eye space of a colour."""

def color_by_flood(board: Board, dead: list[int]) -> numpy.typing.NDArray[numpy.int8]:
    """
    Who owns each point when an empty region goes to the only colour that touches it.
    """

def color_by_nearest_stone(board: Board, dead: list[int]) -> numpy.typing.NDArray[numpy.int8]:
    """Who owns each point when it goes to the colour of the nearer stone."""

def split_points(board: Board, points: Sequence[int], local: bool) -> list[int]:
    """
    The points whose loss takes a set apart, as a whole or in their 3x3 windows.
    """

class Unconditional:
    """Unconditional territory, and what it decides."""

    @property
    def black_alive(self) -> int:
        """Stones that live."""

    @property
    def white_alive(self) -> int: ...

    @property
    def black_area(self) -> int:
        """These stones and all other points owned."""

    @property
    def white_area(self) -> int: ...

    @property
    def lower(self) -> int:
        """Black's lead, without komi, is at least this."""

    @property
    def upper(self) -> int: ...

def unconditional(columns: int, rows: int, black: int, white: int) -> Unconditional:
    """What both colours own although they pass for the rest of the game."""

def terminal_score(columns: int, rows: int, black: int, white: int, remove_one_liberty_blocks: bool) -> int:
    """Black's lead, without komi, when the game ends here."""

class PlayoutSums:
    """What a run of random games adds up to."""

    @property
    def games(self) -> int: ...

    @property
    def black_wins(self) -> int: ...

    @property
    def white_wins(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def lead(self) -> int:
        """Sum of Black's leads, without komi."""

    @property
    def lead_squares(self) -> int: ...

    @property
    def ended_by_mercy(self) -> int: ...

    @property
    def ended_by_length(self) -> int: ...

    @property
    def interrupted(self) -> bool: ...

    def leads(self, board: Board) -> numpy.typing.NDArray[numpy.int64]:
        """
        Games by Black's lead without komi, from minus to plus the number of points.
        """

    def owner(self, board: Board) -> numpy.typing.NDArray[numpy.float64]:
        """
        For every point, the games in which Black owned it minus those in which White did.
        """

    def first_plays(self, board: Board) -> numpy.typing.NDArray[numpy.float64]:
        """Games in which the player to move was the first to play on a point."""

    def first_play_wins(self, board: Board) -> numpy.typing.NDArray[numpy.float64]:
        """Those of them that the player to move won; a draw counts a half."""

def run_playouts(board: Board, games: int, seconds: float = 0.0, seed: int = 0, threads: int = 1, komi: float = 0.0, mercy: int = 0, longest: int = 0, black_weights: Sequence[int] = [], white_weights: Sequence[int] = [], amaf: bool = False, progress: object | None = None) -> PlayoutSums:
    """
    Play random games. The same seed gives the same sums on any number of threads, unless
    `seconds` cuts the run short.
    """

def sample_playout(board: Board, seed: int, number: int, mercy: int = 0, longest: int = 0, black_weights: Sequence[int] = [], white_weights: Sequence[int] = []) -> list[int]:
    """
    The moves (indices, -1 for a pass) of game `number` of a run with this seed.
    """

class SafetyMethod:
    """
    How the safety solver goes to work. Methods: 0 Benson, 1 static rules,
    2 search. `nodes` is the limit of each search.
    `forced`: look only at answers that may save a wall; the proofs are the
    same.
    """

    def __init__(self, method: int, level: int, nodes: int, max_points: int, max_merged: int, forced: bool = True, threads: int = 1, niu_ordering: bool = False, niu_evaluation: bool = False) -> None: ...

class SafetyBlock:
    """A block of one colour."""

    @property
    def stones(self) -> list[int]: ...

    @property
    def proof(self) -> str:
        """Why it is safe; empty if it is not proven."""

    @property
    def chain(self) -> int:
        """The place of the first block of its chain."""

class SafetyRegion:
    """A region that blocks of a colour enclose."""

    @property
    def points(self) -> list[int]: ...

    @property
    def proof(self) -> str:
        """Why it is territory; empty if it is not proven."""

    @property
    def targets(self) -> list[tuple[int, int]]:
        """
        The blocks that rely on it, by their first stones, and on how many liberties.
        """

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The answer to one point is the other."""

    @property
    def plan(self) -> int:
        """The first of the regions that were searched as one."""

    @property
    def blocks(self) -> list[int]:
        """The places of the blocks that touch it."""

class SafetyField:
    """Points in which blocks are to have liberties, by their first stones."""

    @property
    def points(self) -> list[int]: ...

    @property
    def targets(self) -> list[tuple[int, int]]: ...

class SafetySide:
    """What is proven for one colour."""

    @property
    def area(self) -> list[int]:
        """The points that belong to it."""

    @property
    def blocks(self) -> list[SafetyBlock]: ...

    @property
    def regions(self) -> list[SafetyRegion]: ...

    @property
    def open_fields(self) -> list[SafetyField]: ...

    @property
    def attempts(self) -> list[SafetyField]:
        """Searches that found no proof."""

class SafetySeki:
    """Stones that live because of each other."""

    @property
    def black(self) -> list[int]: ...

    @property
    def white(self) -> list[int]: ...

    @property
    def between(self) -> list[int]: ...

class SafetyAnswer:
    """What is safe for both colours."""

    @property
    def black(self) -> SafetySide: ...

    @property
    def white(self) -> SafetySide: ...

    @property
    def sekis(self) -> list[SafetySeki]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def interrupted(self) -> bool: ...

class RegionAnswer:
    """What is proven of a region."""

    @property
    def stones(self) -> Literal['proven', 'refuted', 'unknown']:
        """Whether no stone in or beside it is lost: proven, refuted or unknown."""

    @property
    def territory(self) -> Literal['proven', 'refuted', 'unknown']:
        """Whether it is territory."""

    @property
    def nodes(self) -> int: ...

    @property
    def interrupted(self) -> bool: ...

class RegionOutcomes:
    """
    What a colour can force in a region: 0 its stones are lost, 1 they
    stay, 2 it is territory.
    """

    @property
    def is_complete(self) -> bool:
        """Whether all was listed; if not the rest means nothing."""

    @property
    def attacker_first(self) -> int: ...

    @property
    def defender_first(self) -> int: ...

    @property
    def attacks(self) -> dict[int, int]:
        """By the attacker's first move."""

    @property
    def defenses(self) -> dict[int, int]:
        """By the defender's first move."""

class SafetyJudgement:
    """What trying everything has shown."""

    @property
    def verdict(self) -> Literal['proven', 'refuted', 'unknown']:
        """proven, refuted, or unknown: there were too many situations."""

    @property
    def line(self) -> list[int]:
        """How the claim is refuted; -1 is a pass."""

    @property
    def situations(self) -> int:
        """How many were listed."""

def safety(board: Board, method: SafetyMethod, seconds: float = 0.0, progress: object | None = None) -> SafetyAnswer:
    """
    What is safe for Black and for White. Suicide is illegal. 0 seconds: no limit.
    `progress` is called with the share done, whether Black is looked at, the level and the
    nodes so far. On KeyboardInterrupt what was found is returned.
    """

def prove_region(board: Board, points: Sequence[int], black: bool, defender_first: bool, defender_wins_ko: bool, outside_liberties: int, nodes: int, seconds: float = 0.0, progress: object | None = None) -> RegionAnswer:
    """
    Whether a colour keeps its stones in and beside a region, and whether the region is its
    territory. -1 outside liberties: never short of them. `nodes` is the limit of each of the
    two searches. On KeyboardInterrupt what was found is returned.
    """

def exhaust_region(board: Board, points: Sequence[int], black: bool, defender_wins_ko: bool, outside_liberties: int, max_states: int, seconds: float = 0.0, progress: object | None = None) -> RegionOutcomes:
    """What a colour can force in a region, found by listing everything."""

def judge_safety(columns: int, rows: int, own: int, other: int, stones: int, area: int, max_situations: int, firm: int = 0, defender_first: bool = False, finite_kos: bool = False) -> SafetyJudgement:
    """
    Tries everything against a claim; sets of points are integers with bit i for point
    i. With `finite_kos` the attacker takes kos finitely often only.
    """

class FieldStrategy:
    """
    The answers to every attack in a field. Walls are blocks, each named
    by a stone, with a liberty target; PROVEN_ELSEWHERE for one that is proven at the same
    time, but not by this field.
    """

    def __init__(self, board: Board, black: bool, points: Sequence[int], walls: Sequence[tuple[Sequence[int], int]], links: Sequence[tuple[int, int]]) -> None: ...

    def prove(self, nodes: int, territory: bool, settled: object | None, progress: object | None = None) -> bool:
        """
        Search. `settled`, if not None, judges instead of the core when a field is settled;
        it is called with the defender's and the attacker's stones.
        """

    def answer(self, after: tuple[int, int], point: int, ko: int, path: Sequence[tuple[int, int]]) -> int | None:
        """
        An answer proven by that search to an attack on a point (-1: a pass) which leads to
        no state of the path; or None. A state is the defender's and the attacker's stones.
        """

    def open_attacks(self) -> list[tuple[int, bool]]:
        """
        After a search without proof: the attacks (-1: a pass) that it found no answer to,
        and whether it ran out of them; else it ended before it knew.
        """

    def refutation(self, attack: int) -> list[int]:
        """
        How the fight goes after an attack that it ran out of answers to: both sides by turns.
        """

    PROVEN_ELSEWHERE: int = 3

class TacticsAnswer:
    """What came of a tactical question."""

    @property
    def verdict(self) -> str: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def move(self) -> int: ...

    @property
    def zone(self) -> list[int]: ...

    @property
    def tenukis(self) -> int: ...

    @property
    def walls(self) -> list[int]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def is_hopeless(self) -> bool: ...

    @property
    def interrupted(self) -> bool: ...

class TacticsSearch:
    """Answers tactical questions, and remembers what it has learned."""

    def __init__(self, memory: int, without: Sequence[str] = [], threads: int = 1) -> None: ...

    def ask(self, stones: numpy.typing.NDArray[numpy.int8], goal: str, target: list[int], prover_first: bool, ko: int = -1, provers_threats: int = 0, others_threats: int = -1, firm: list[int] = [], exact: bool = True, with_walls: bool = True, keeps: bool = False, tenukis: int = 0, barred: list[int] = [], nodes: int = 0, seconds: float = 0.0, progress: object | None = None) -> TacticsAnswer:
        """
        Does the prover reach the goal? Threats of -1 are without limit, limits of 0 are none.
        """

class PhantomMind:
    """A player that carries hidden worlds and experience through a game."""

    def __init__(self, columns: int, rows: int, black: bool, tree: bool, seed: int) -> None: ...

    def observe(self, event: tuple[int, int, int, list[int], int]) -> None:
        """Hear a message of the referee, given as for phantom_worlds."""

    def renew(self) -> bool:
        """Get worlds ready. False if none is known."""

    def choose(self, refused: list[int], territory: bool, komi: float, simulations: int, seconds: float, threads: int, processor_time: bool = False, progress: object | None = None) -> tuple[int, int, list[tuple[int, int, float]], bool]:
        """What to try next, as phantom_choose answers."""

    def worlds(self) -> numpy.typing.NDArray[numpy.int8]:
        """The stones of its worlds, one after the other."""

def phantom_candidates(belief: numpy.typing.NDArray[numpy.int8], black: bool, refused: list[int] = []) -> list[int]:
    """
    What a player of Phantom Go may try: empty on its board, no suicide, no own eye, not
    refused in this turn.
    """

def phantom_choose(belief: numpy.typing.NDArray[numpy.int8], black: bool, unknown: int, refused: list[int], method: str, territory: bool, komi: float, simulations: int, seconds: float, seed: int, threads: int, exploration: float, caution: float, bias: float, processor_time: bool = False, progress: object | None = None) -> tuple[int, int, list[tuple[int, int, float]], bool]:
    """
    The move a method tries next (-1: pass), the simulations it made, what it looked at
    (move, visits, value for Black), and whether Ctrl-C has cut it short.
    """

def phantom_tree(belief: numpy.typing.NDArray[numpy.int8], black: bool, unknown: int, refused: list[int], method: str, territory: bool, komi: float, simulations: int, seed: int, exploration: float, caution: float, bias: float, nodes: int, progress: object | None = None) -> tuple[list[tuple[int, int, int, float]], bool]:
    """
    The most visited nodes of the tree that a method builds: place of the parent, move,
    visits, value for Black; and whether Ctrl-C has cut it short.
    """

def phantom_worlds(columns: int, rows: int, black: bool, events: list[tuple[int, int, int, list[int], int]], count: int, tries: int, seed: int, progress: object | None = None) -> tuple[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], int, bool]:
    """
    Positions that fit all that a player was told, their ko points, the opponent's moves
    that led there, the number of tries made, and whether Ctrl-C has cut it short.
    An event is its kind (0 played, 1 refused, 2 passed, 3 their move, 4 their pass), the
    own point, how many it captured, the own stones lost or those captured, and the cause
    of a refusal (0 not told, 1 occupied, 2 empty).
    """

class MoveFeatures:
    """The raw features of moves (van der Werf 2004, section 7.2)."""

    def __init__(self, stones: int = 60, liberties: int = 24) -> None:
        """
        `stones` and `liberties`: how many points around a move are described, a diamond each.
        """

    @property
    def count(self) -> int:
        """Entries of a vector."""

    def schema(self) -> list[tuple[str, str, int]]:
        """
        Of every entry the name, the kind and the distance of the point it tells of.
        """

    def legal(self, board: Board) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.float32]]:
        """The points where the side to move may play, and their vectors."""

    def of(self, board: Board, points: Sequence[int]) -> numpy.typing.NDArray[numpy.float32]:
        """The vectors of empty points, for the side to move."""

class MoveNet:
    """A perceptron that gives a move a value."""

    def __init__(self, weights: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', writable=False)], hidden: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', writable=False)], output: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', writable=False)], bias: float) -> None:
        """
        `weights` has a row for every feature; `hidden` and `bias` are added before and after
        the hidden units, which count as `output` says.
        """

    def values(self, features: numpy.typing.NDArray[numpy.float32]) -> numpy.typing.NDArray[numpy.float32]:
        """The value of each row."""

def move_pairs(archive: Archive, features: MoveFeatures, games: numpy.typing.NDArray[numpy.int64], plies: numpy.typing.NDArray[numpy.int32], radius: int, seed: int) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.float32]]:
    """
    For positions of games, the vectors of the move played and of another legal point
    within `radius` of it, drawn at random. First of the result: which positions have
    such a pair; theirs come first in the array, and zeros follow.
    """

def move_choices(archive: Archive, features: MoveFeatures, games: numpy.typing.NDArray[numpy.int64], plies: numpy.typing.NDArray[numpy.int32]) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32]]:
    """
    All legal moves of positions of games, one position after the other: their points
    and vectors; of each position how many there are and which of them was played (-1
    if none: a pass, or a ko that is retaken too soon).
    """

class CaptureAnswer:
    """What a solver of the capture game proved."""

    @property
    def winner(self) -> int:
        """+1 the player to move, -1 the other, 0 unknown."""

    @property
    def plies(self) -> int:
        """To the end of the game with best play, or -1."""

    @property
    def at_most(self) -> int:
        """A bound on that, or -1."""

    @property
    def mover_not_within(self) -> int: ...

    @property
    def other_not_within(self) -> int: ...

    @property
    def best(self) -> list[int]: ...

    @property
    def pv(self) -> list[int]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def stopped(self) -> bool:
        """By a limit, or interrupted."""

    @property
    def interrupted(self) -> bool: ...

    @property
    def table_bytes(self) -> int: ...

class CaptureStrategy:
    """A shortest win. There are no records if the search was stopped."""

    @property
    def answer(self) -> CaptureAnswer: ...

    @property
    def keys(self) -> bytes:
        """Of the records, 8 bytes each."""

    @property
    def moves(self) -> bytes:
        """1 byte each: -2 the loser's turn."""

    @property
    def credits(self) -> bytes:
        """The plies left, 8 bytes each."""

def solve_capture_by_thresholds(board: Board, memory: int, nodes: int = 0, seconds: float = 0.0, shortest: bool = True, every_best: bool = True, table: bool = True, etc: bool = True, history: bool = True, progress: object | None = None) -> CaptureAnswer:
    """Solve the capture game by boolean questions. Limits of 0 are none."""

def solve_capture_as_thesis(board: Board, memory: int, nodes: int = 0, seconds: float = 0.0, heuristic: bool = True, table: bool = True, etc: bool = True, history: bool = True, killers: bool = True, progress: object | None = None) -> CaptureAnswer:
    """
    Solve the capture game by the search of van der Werf 2004. Limits of 0 are none.
    """

def capture_strategy(board: Board, memory: int, nodes: int = 0, seconds: float = 0.0, every_best: bool = False, progress: object | None = None) -> CaptureStrategy:
    """The shortest win and a complete strategy for it, by boolean questions."""

def choose_capture_move(board: Board, nodes: int = 0, seconds: float = 0.0, progress: object | None = None) -> int:
    """A move in the capture game by heuristic search, -1 if there is none."""

class GoAnswer:
    """What a search says to a question about a lead."""

    @property
    def verdict(self) -> Literal['proven', 'refuted', 'unknown']:
        """'refuted': the other side can prevent it."""

    @property
    def depth(self) -> int:
        """How far it was searched, in plies."""

    @property
    def line(self) -> list[int]:
        """A line of play."""

class GoStrategy:
    """A complete strategy of whoever wins a question."""

    @property
    def outcome(self) -> str:
        """'found', 'undecided', 'too large' or 'none'."""

    @property
    def is_won(self) -> bool:
        """Whether the colour that was asked about wins."""

    @property
    def passes_needed(self) -> int:
        """How many passes end the game."""

    @property
    def pass_weight(self) -> int: ...

    @property
    def keys(self) -> bytes:
        """Of the records, 8 bytes each."""

    @property
    def moves(self) -> bytes:
        """1 byte each: -1 a pass, -2 the loser's turn."""

    @property
    def credits(self) -> bytes:
        """8 bytes each."""

class GoSolver:
    """Answers whether a side can force a lead, on boards of up to 33 points."""

    def __init__(self, columns: int, rows: int, memory: int, file: int | None = None, offset: int = 0) -> None:
        """
        The table takes `memory` bytes: its own, or those of `file` (a descriptor) from
        `offset` on.
        """

    def prove(self, board: Board, for_black: bool, threshold: int, draw_suffices: bool, passes_decide: bool, max_depth: int = 199, max_nodes: int = 0, seconds: float = 0.0, seek_defence: bool = True, moves: Sequence[int] = [], resume: Sequence[int] | None = None, threads: int = 1, progress: object | None = None) -> GoAnswer:
        """
        Can a colour force a lead of at least `threshold`?

        `moves` are made first. The table is cleared unless `resume` is given: how far the
        `deepening` of the very question that the table is about had come. With several
        `threads` the course varies from run to run, and max_nodes is only looked at now and
        then.
        """

    def strategy(self, board: Board, for_black: bool, threshold: int, draw_suffices: bool, passes_decide: bool, keep_table: bool = False, max_nodes: int = 0, seconds: float = 0.0, max_situations: int = 0, progress: object | None = None) -> GoStrategy:
        """
        The same question with a complete strategy. `progress` is called with the number of
        situations collected. `keep_table` builds on a table that is about this very question;
        limits are for all that is asked.
        """

    def clear_table(self) -> None: ...

    def flush(self) -> None:
        """Returns when a table in a file is on its disk."""

    @property
    def deepening(self) -> list[int]:
        """
        Of the last question: the depths reached in search of a proof and of a
        defence, the nodes each has cost, and the iterations finished.
        """

    @property
    def nodes(self) -> int:
        """Situations visited so far."""

    @property
    def table_bytes(self) -> int: ...

    @property
    def table_use(self) -> float:
        """Share of the table's entries in use."""

PROOF_ENTRY_VERSION: int = 4

class SuperkoSolver:
    """
    Answers whether a side can force a lead under ssk, ssk-approx or psk, on boards of up to
    33 points.
    """

    def __init__(self, columns: int, rows: int, memory: int, ko: str) -> None: ...

    def prove(self, board: Board, for_black: bool, threshold: int, max_depth: int = 199, max_nodes: int = 0, seconds: float = 0.0, progress: object | None = None) -> GoAnswer:
        """
        Can a colour force a lead of at least `threshold`? Under ssk-approx the verdicts are
        guesses.
        """

    @property
    def nodes(self) -> int:
        """Situations visited so far."""

    @property
    def table_bytes(self) -> int: ...

    @property
    def table_use(self) -> float:
        """Share of the table's entries in use."""

class ThesisIteration:
    """What a search to one depth has found."""

    @property
    def finished(self) -> bool: ...

    @property
    def value(self) -> int:
        """For Black, on the thesis's scale."""

    @property
    def line(self) -> list[int]:
        """Of best play."""

class GoThesisSearch:
    """The search of van der Werf 2004, chapter 5, one depth at a time."""

    def __init__(self, columns: int, rows: int, memory: int, ko: str, komi_floor: int = 0, komi_ceiling: int = 0, draws: str = '', without: Set[str] = ..., weights: Sequence[int] = [5, 5, 8, -6, -1]) -> None: ...

    def iterate(self, board: Board, depth: int, nodes: int = 0, seconds: float = 0.0, progress: object | None = None) -> ThesisIteration:
        """Search to a depth."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""

    @property
    def table_bytes(self) -> int: ...

class LadderReading:
    """What was read of a ladder."""

    @property
    def verdict(self) -> str:
        """Whether the target is captured."""

    @property
    def line(self) -> list[int]:
        """How; -1 is a pass."""

    @property
    def moves(self) -> list[int]:
        """First moves with which the side to move prevails."""

    @property
    def has_all_moves(self) -> bool: ...

    @property
    def zone(self) -> list[int]:
        """The points that a capture rests on."""

    @property
    def met_ban(self) -> bool:
        """Whether a ko came into it."""

    @property
    def nodes(self) -> int: ...

    @property
    def interrupted(self) -> bool: ...

def read_ladder(board: Board, target: int, black_to_play: bool, ban: int, attacker_threats: int, defender_threats: int, moves: bool, zone: bool, memory: int, nodes: int, seconds: float = 0.0, progress: object | None = None) -> LadderReading:
    """
    Whether the block at a point is captured in a ladder. `ban`: where the ko rule bans
    the side to move, or -1. -1 threats: unlimited. `moves` and `zone`: whether to find
    them, too. On KeyboardInterrupt what was found is returned.
    """

class FightReading:
    """What was read of a fight."""

    @property
    def proof(self) -> int:
        """0: the goal is reached."""

    @property
    def disproof(self) -> int:
        """0: it is not."""

    @property
    def move(self) -> int:
        """The best first move, -1 for none."""

    @property
    def met_ko(self) -> bool: ...

    @property
    def met_snapback(self) -> bool: ...

WIDEST_CAPTURE: int = 3

WIDEST_CONNECTION: int = 3

def read_capture(board: Board, stone: int, width: int, free: int, seconds: float) -> FightReading:
    """
    Whether a block is captured, read among few moves; the side to move begins. `free`: +1 if
    Black has ko threats without end, -1 if White, 0 if neither. No seconds are no limit.
    """

def read_connection(board: Board, one: int, other: int, width: int, free: int, seconds: float) -> FightReading:
    """The same of two blocks: whether their owner joins them into one."""

def is_connection_at_ease(board: Board, one: int, other: int) -> bool:
    """
    Whether two blocks are near each other, and nothing of the opponent is.
    """

class Archive:
    """
    Very many games as arrays of moves. A move is its index, or the number of
    points for a pass, doubled, and 1 more if it is White's.
    """

    def __init__(self, columns: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], stones: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], stone_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], moves: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], move_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Stones that are set up are written like moves; `stone_ends` and `move_ends` say where
        the parts of each game end.
        """

    def __len__(self) -> int: ...

    def playable(self, game: int) -> int:
        """
        How many moves of a game can be played; -1 if its stones cannot even be set up.
        """

    def board(self, game: int, ply: int) -> Board:
        """The board after so many moves of a game."""

    def planes(self, games: numpy.typing.NDArray[numpy.int64], plies: numpy.typing.NDArray[numpy.int32], symmetries: numpy.typing.NDArray[numpy.uint8], komi: numpy.typing.NDArray[numpy.float32]) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.float32]]:
        """Planes and globals of positions of games, all on boards of one size."""

def planes_of(board: Board, symmetry: int, komi: float) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.float32]]:
    """
    What a network sees of a board, turned by a symmetry: planes and globals.
    """

def plane_names() -> list[str]: ...

def global_names() -> list[str]: ...
