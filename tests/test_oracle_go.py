"""Values of the solver against an oracle that was written from the documented rules alone."""

import pytest

from tests.judges.oracle_go import (
    BLACK,
    EMPTY,
    KO_RULES,
    WHITE,
    Situation,
    TinyGo,
    all_starts,
    compare,
)

pytestmark = pytest.mark.core


@pytest.mark.parametrize("ko_pass", [True, False])
@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 3), (4, 1), (2, 2)])
def test_every_position_under_every_ko_rule(size: tuple[int, int], ko_pass: bool) -> None:
    seen = list(compare(TinyGo(*size, ko_pass=ko_pass)))
    assert [found for found in seen if found.oracle != found.solver] == []
    assert {found.rule for found in seen} == set(KO_RULES)


@pytest.mark.parametrize(
    ("size", "rules", "sample"),
    [((3, 2), ("basic", "cycle"), 150), ((5, 1), ("psk",), 60), ((6, 1), ("cycle",), 150)],
)
def test_a_sample_of_larger_boards(
    size: tuple[int, int], rules: tuple[str, ...], sample: int
) -> None:
    seen = list(compare(TinyGo(*size), rules, sample=sample))
    assert [found for found in seen if found.oracle != found.solver] == []
    assert len(seen) == sample * len(rules)


def test_what_the_oracle_knows_without_the_solver() -> None:
    """Published: 2x2 is a draw where cycles may be repeated, and 1 for Black under superko; the
    territory of the fixtures of van der Werf's rules."""
    square = TinyGo(2, 2)
    start = Situation("....", BLACK)
    assert square.basic([start])[start] == square.cycle([start])[start] == 0
    assert square.superko(start, "ssk") == square.superko(start, "psk") == 1
    for diagram, owned in (
        (".X./XXX/...", 9),
        (".X./XXX/.../...", 6),
        (".X./XXX/.../.X.", 12),
        (".X.X/XXXX/..../....", 8),
        (".X.X/XXXX/..../.XX.", 16),
        (".X.X./XXXXX/...../..X..", 10),
    ):
        rows = diagram.split("/")
        game = TinyGo(len(rows[0]), len(rows))
        assert len(game.territory("".join(rows), BLACK)) == owned


def test_the_scoring_is_not_plain_area_counting() -> None:
    """docs/rules.md says how often they differ on 3x2."""

    class Plain(TinyGo):
        def _result(self, stones: str, one_liberty_is_dead: bool) -> int:
            lead = len(self.of(stones, BLACK)) - len(self.of(stones, WHITE))
            for region in self.parts(self.of(stones, EMPTY)):
                owners = {stones[p] for p in self.beside(region)}
                if len(owners) == 1:
                    lead += len(region) if owners == {BLACK} else -len(region)
            return lead

    starts = [start.now for start in all_starts(TinyGo(3, 2))]
    thesis, plain = TinyGo(3, 2).basic(starts), Plain(3, 2).basic(starts)
    assert len(starts) == 1002
    assert sum(thesis[now] != plain[now] for now in starts) == 108
