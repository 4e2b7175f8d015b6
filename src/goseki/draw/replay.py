"""Several boards over time as one page: a self-contained HTML file with buttons and keys.

The page holds the positions as text and draws them itself as SVG, so that a long game is a
small file; it loads nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import numpy.typing as npt

from goseki.coords import COLUMN_LETTERS, Point, Size
from goseki.draw import palette
from goseki.draw.grid import star_points
from goseki.errors import GosekiError


@dataclass(frozen=True, eq=False)
class Moment:
    """What the page shows at one time: the boards, a line for each, and one for all."""

    boards: tuple[npt.NDArray[np.int8], ...]
    notes: tuple[str, ...]
    text: str
    marked: Point | None = None
    """A point to mark on all boards."""


def to_replay(moments: Sequence[Moment], titles: Sequence[str], *, title: str) -> str:
    """The moments as an HTML page. Arrow keys and buttons step, the space bar plays.

    >>> board = np.zeros((3, 3), dtype=np.int8)
    >>> page = to_replay([Moment((board,), ("",), "start")], ["Truth"], title="Game")
    >>> page.startswith("<!DOCTYPE html>"), "src=" in page
    (True, False)
    """
    if not moments:
        raise GosekiError("a replay needs a position")
    rows, columns = moments[0].boards[0].shape
    size = Size(columns, rows)
    data = {
        "columns": columns,
        "rows": rows,
        "letters": COLUMN_LETTERS[:columns],
        "stars": [size.index(point) for point in star_points(size)],
        "moments": [
            {
                "boards": [_letters(board) for board in moment.boards],
                "notes": moment.notes,
                "text": moment.text,
                "mark": -1 if moment.marked is None else size.index(moment.marked),
            }
            for moment in moments
        ],
    }
    figures = "".join(
        f'<figure><figcaption>{escape(name)}</figcaption><svg role="img" '
        f'aria-label="{escape(name)}"></svg><p class="note"></p></figure>'
        for name in titles
    )
    # In a script only "</" and "<!--" could end the data.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "title": escape(title),
        "wood": palette.WOOD,
        "ink": palette.INK,
        "figures": figures,
        "last": str(len(moments) - 1),
        "data": text,
    }
    return re.sub(r"@(\w+)@", lambda match: parts[match[1]], _PAGE)


def _letters(board: npt.NDArray[np.int8]) -> str:
    return "".join(".XO"[sign] for sign in board.reshape(-1))


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@title@</title>
<style>
:root { color-scheme: light dark; font-family: Helvetica, Arial, sans-serif; }
body { margin: 1rem auto; max-width: 84rem; padding: 0 1rem; text-align: center; }
h1 { font-size: 1.2rem; }
#boards { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: center; }
figure { flex: 1 1 16rem; margin: 0; max-width: 27rem; }
figcaption { font-weight: bold; padding: .3rem; }
svg { background: @wood@; color: @ink@; width: 100%; }
.note { min-height: 2.4em; margin: .3rem 0; }
#text { font-size: 1.1rem; min-height: 1.4em; }
#controls { display: flex; flex-wrap: wrap; gap: .5rem; justify-content: center; }
button { font-size: 1.1rem; min-width: 3rem; padding: .4rem; }
#position { flex: 1 1 12rem; max-width: 30rem; }
</style>
</head>
<body>
<h1>@title@</h1>
<div id="boards">@figures@</div>
<p id="text" aria-live="polite"></p>
<div id="controls">
<button id="first" title="First (Home)" aria-label="First">⏮</button>
<button id="back" title="Back (Left)" aria-label="Back">◀</button>
<button id="play" title="Play or pause (Space)" aria-label="Play or pause">▶❙❙</button>
<button id="on" title="On (Right)" aria-label="On">▶</button>
<button id="last" title="Last (End)" aria-label="Last">⏭</button>
<input id="position" type="range" min="0" max="@last@" value="0" aria-label="Position">
<label>speed <select id="speed"><option value="1500">slow</option>
<option value="700" selected>normal</option><option value="200">fast</option></select></label>
</div>
<script>
"use strict";
const data = @data@;
const last = data.moments.length - 1;
let now = 0, timer = null;
const find = (id) => document.getElementById(id);
const NS = "http://www.w3.org/2000/svg";

function add(parent, name, attributes, text) {
  const element = document.createElementNS(NS, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  parent.appendChild(element);
  return element;
}

function place(index) {
  return [index % data.columns + 1, Math.floor(index / data.columns) + 1];
}

function prepare(svg) {
  const w = data.columns, h = data.rows;
  svg.setAttribute("viewBox", `0 0 ${w + 1} ${h + 1}`);
  const ink = {stroke: "currentColor", "stroke-width": .03};
  for (let x = 1; x <= w; ++x) add(svg, "line", {x1: x, x2: x, y1: 1, y2: h, ...ink});
  for (let y = 1; y <= h; ++y) add(svg, "line", {y1: y, y2: y, x1: 1, x2: w, ...ink});
  for (const index of data.stars) {
    const [x, y] = place(index);
    add(svg, "circle", {cx: x, cy: y, r: .08, fill: "currentColor"});
  }
  const letters = {"font-size": .32, "text-anchor": "middle", fill: "currentColor"};
  for (let x = 1; x <= w; ++x) {
    add(svg, "text", {x: x, y: h + .85, ...letters}, data.letters[x - 1]);
  }
  for (let y = 1; y <= h; ++y) add(svg, "text", {x: .28, y: y + .1, ...letters}, h + 1 - y);
  add(svg, "g", {class: "stones"});
}

function draw(svg, board, mark) {
  const stones = svg.querySelector(".stones");
  stones.replaceChildren();
  for (let index = 0; index < board.length; ++index) {
    if (board[index] === ".") continue;
    const [x, y] = place(index), black = board[index] === "X";
    add(stones, "circle", {cx: x, cy: y, r: .46, stroke: "#333", "stroke-width": .03,
                           fill: black ? "#111" : "#fafafa"});
  }
  if (mark >= 0) {
    const [x, y] = place(mark);
    add(stones, "circle", {cx: x, cy: y, r: .2, fill: "none", stroke: "#d22", "stroke-width": .08});
  }
}

function show(number) {
  now = Math.max(0, Math.min(last, number));
  const moment = data.moments[now];
  document.querySelectorAll("figure").forEach((figure, i) => {
    draw(figure.querySelector("svg"), moment.boards[i], moment.mark);
    figure.querySelector(".note").textContent = moment.notes[i];
  });
  find("text").textContent = moment.text;
  find("position").value = now;
  if (now === last) pause();
}

function pause() {
  clearInterval(timer);
  timer = null;
}

function toggle() {
  if (timer !== null) return pause();
  if (now === last) show(0);
  timer = setInterval(() => show(now + 1), Number(find("speed").value));
}

const steps = {first: () => show(0), back: () => show(now - 1), play: toggle,
               on: () => show(now + 1), last: () => show(last)};
for (const id in steps) find(id).onclick = steps[id];
find("position").oninput = (event) => { pause(); show(Number(event.target.value)); };
find("speed").onchange = () => { if (timer !== null) { pause(); toggle(); } };
const keys = {Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "on", End: "last"};
document.addEventListener("keydown", (event) => {
  if (!(event.key in keys) || event.target.tagName === "SELECT") return;
  event.preventDefault();
  steps[keys[event.key]]();
});
document.querySelectorAll("svg").forEach(prepare);
show(0);
</script>
</body>
</html>
"""
