"""Which moves strong players would play: always an estimate."""

from goseki.prediction.mp_star import MpStar, RankedMoves

__all__ = ["MpStar", "RankedMoves"]
