"""The symmetries of a board as arrays: where each takes each point.

>>> images = symmetry_images(Size(3, 3)); images.shape, images[5].tolist()
((8, 9), [6, 3, 0, 7, 4, 1, 8, 5, 2])
>>> symmetry_images(Size(3, 2)).shape
(4, 6)
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.coords import Size


@lru_cache(maxsize=64)
def symmetry_images(size: Size) -> npt.NDArray[np.int32]:
    """For every symmetry that keeps the shape of the board, eight of a square and four of another
    rectangle, where it takes each index."""
    count = 8 if size.columns == size.rows else 4
    images = [_core.symmetry_map(size.columns, size.rows, number) for number in range(count)]
    return np.array(images, dtype=np.int32)
