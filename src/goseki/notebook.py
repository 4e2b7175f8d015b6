"""How results draw themselves in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goseki.draw import Picture


class DrawsItself:
    """A value that a notebook shows as its picture."""

    def _picture(self) -> Picture | None:
        """The picture, `None` where there is none: then the notebook shows the `repr`."""
        raise NotImplementedError

    def _repr_svg_(self) -> str | None:
        from goseki.draw import to_svg

        picture = self._picture()
        return None if picture is None else to_svg(picture)

    def _repr_html_(self) -> str | None:
        from goseki.draw import to_html

        picture = self._picture()
        return None if picture is None else to_html(picture)
