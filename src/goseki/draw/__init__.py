"""Drawing: a `Picture` says what to draw, each `to_...` function writes it in one form.

    Picture.of(board, labels={"D4": "a"})  ->  to_svg, to_html, to_png
                                               to_ascii, to_unicode, to_wide, to_rich

SVG and PNG are painted from one list of shapes (`scene`), so they cannot
differ. Pillow and rich are imported only when their form is asked for.
"""

from goseki.draw.animation import to_animation
from goseki.draw.grid import star_points
from goseki.draw.picture import SGF_MARKS, Picture, Position, drawn_marks
from goseki.draw.png import to_png
from goseki.draw.replay import Moment, to_replay
from goseki.draw.svg import to_html, to_svg
from goseki.draw.terminal import to_rich
from goseki.draw.text import to_ascii, to_unicode
from goseki.draw.wide import to_wide

__all__ = [
    "SGF_MARKS",
    "Moment",
    "Picture",
    "Position",
    "drawn_marks",
    "star_points",
    "to_animation",
    "to_ascii",
    "to_html",
    "to_png",
    "to_replay",
    "to_rich",
    "to_svg",
    "to_unicode",
    "to_wide",
]
