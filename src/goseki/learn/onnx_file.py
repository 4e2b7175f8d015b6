"""Networks as ONNX files: what ships, what ONNX Runtime runs, and what training can go on from.

The graph is written node by node, so that it takes boards of any size and its weights keep the
names that they have in torch: `read_network` finds them again. They are kept as half-precision
numbers, a million in 2 MB; the first thing the graph does is to make them single-precision ones,
which ONNX Runtime does once, when it loads the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from goseki import _core
from goseki.errors import GosekiError
from goseki.files import write_file
from goseki.learn.network import GLOBALS, NARROW, PLANES, WIDE, Network, Shape, SizeNorm
from goseki.prediction.network import card_of

FORMAT = "goseki network 1"
"""Written into every file; another version of the planes or of the heads gets another number."""
_OPSET = 17
_HALF = "half:"
"""Begins the names of the weights in half precision."""


class _Graph:
    """A graph that grows by one node after the other."""

    def __init__(self, network: Network) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        for name, value in network.state_dict().items():
            if value.is_floating_point():
                self._weight(name, value.numpy())
        self._count = 0

    def _weight(self, name: str, value: np.ndarray[Any, Any]) -> None:
        # Variances may be too small for half precision.
        precise = name.endswith("running_var")
        stored = value.astype(np.float32 if precise else np.float16)
        self.weights.append(numpy_helper.from_array(stored, name if precise else _HALF + name))
        if not precise:
            cast = helper.make_node("Cast", [_HALF + name], [name], to=TensorProto.FLOAT)
            self.nodes.append(cast)

    def constant(self, name: str, value: list[int] | int) -> str:
        self.weights.append(numpy_helper.from_array(np.array(value, np.int64), name))
        return name

    def add(self, kind: str, *inputs: str, to: str | None = None, **options: Any) -> str:
        self._count += 1
        name = to or f"{kind.lower()}{self._count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **options))
        return name

    def conv(self, x: str, layer: str, *, side: int = 1, bias: bool = False) -> str:
        pads = [side // 2] * 4
        inputs = [x, f"{layer}.weight", *([f"{layer}.bias"] if bias else [])]
        return self.add("Conv", *inputs, kernel_shape=[side, side], pads=pads)

    def linear(self, x: str, layer: str, to: str | None = None) -> str:
        return self.add("Gemm", x, f"{layer}.weight", f"{layer}.bias", transB=1, to=to)

    def norm_relu(self, x: str, layer: str) -> str:
        scaled = self.add("Mul", x, f"{layer}.scale")
        return self.add("Relu", self.add("Add", scaled, f"{layer}.shift"))

    def norms(self, layers: dict[str, int]) -> None:
        """Scale and shift of every norm, which depend on the size of the board (`SizeNorm`): all
        in one go, since each is short."""
        names = list(layers)
        joined = {
            part: self.add("Concat", *(f"{name}.{part}" for name in names), axis=axis)
            for part, axis in (("weight", 0), ("bias", 0), ("running_mean", 1), ("running_var", 1))
        }
        share = self._size_share()
        mean, variance = (
            self._between(joined[part], share) for part in ("running_mean", "running_var")
        )
        deviation = self.add("Sqrt", self.add("Add", variance, self.number("epsilon", 1e-5)))
        scale = self.add("Div", joined["weight"], deviation)
        shift = self.add("Sub", joined["bias"], self.add("Mul", mean, scale))
        sizes = self.constant("channels of the norms", list(layers.values()))
        for values, part in ((scale, "scale"), (shift, "shift")):
            flat = [f"{name}.{part}.flat" for name in names]
            self.nodes.append(helper.make_node("Split", [values, sizes], flat, axis=0))
            for name in names:
                axes = "axes behind channels"
                self.add("Unsqueeze", f"{name}.{part}.flat", axes, to=f"{name}.{part}")

    def number(self, name: str, value: float) -> str:
        self.weights.append(numpy_helper.from_array(np.array(value, np.float32), name))
        return name

    def _single(self, x: str) -> str:
        """In single precision."""
        self.nodes.append(helper.make_node("Cast", [x], [f"{x}, single"], to=TensorProto.FLOAT))
        return f"{x}, single"

    def _size_share(self) -> str:
        """As `size_share` has it."""
        sides = self._single(self.add("Shape", "planes", start=2))
        side = self.add("ReduceMean", sides, axes=[0], keepdims=1)
        inverse = self.add("Reciprocal", side)
        above = self.add("Sub", self.number("1 / narrow", 1 / NARROW), inverse)
        share = self.add("Div", above, self.number("range", 1 / NARROW - 1 / WIDE))
        return self.add("Clip", share, self.number("none", 0.0), self.number("whole", 1.0))

    def _between(self, two: str, share: str) -> str:
        """Between the first and the second row."""
        first, second = (
            self.add("Gather", two, self.constant(f"row {row} of {two}", row), axis=0)
            for row in (0, 1)
        )
        return self.add("Add", first, self.add("Mul", share, self.add("Sub", second, first)))

    def pool(self, x: str) -> str:
        mean = self.add("ReduceMean", x, axes=[2, 3], keepdims=0)
        most = self.add("ReduceMax", x, axes=[2, 3], keepdims=0)
        return self.add("Concat", mean, most, axis=1)

    def over_board(self, x: str) -> str:
        """A number for each channel, to be added to all points."""
        return self.add("Unsqueeze", x, "axes of the board")


def graph_of(network: Network) -> onnx.GraphProto:
    """The network as a graph. Inputs `planes` and `globals`, outputs as in `Heads`."""
    graph = _Graph(network)
    graph.constant("axes of the board", [2, 3])
    graph.constant("axes behind channels", [1, 2])
    graph.norms(
        {name: len(m.weight) for name, m in network.named_modules() if isinstance(m, SizeNorm)}
    )
    stem = graph.linear("globals", "stem_globals")
    x = graph.add("Add", graph.conv("planes", "stem", side=3), graph.over_board(stem))
    for number, block in enumerate(network.blocks):
        name = f"blocks.{number}"
        y = graph.conv(graph.norm_relu(x, f"{name}.norms.0"), f"{name}.narrow")
        y = graph.conv(graph.norm_relu(y, f"{name}.norms.1"), f"{name}.first", side=3)
        y = graph.norm_relu(y, f"{name}.norms.2")
        if block.overall is not None:
            whole = graph.linear(graph.pool(y), f"{name}.overall")
            y = graph.add("Add", y, graph.over_board(whole))
        y = graph.conv(y, f"{name}.second", side=3)
        y = graph.conv(graph.norm_relu(y, f"{name}.norms.3"), f"{name}.widen")
        x = graph.add("Add", x, y)
    x = graph.norm_relu(x, "norm")
    whole = graph.pool(graph.add("Relu", graph.conv(x, "policy_whole", bias=True)))
    bias = graph.over_board(graph.linear(whole, "policy_bias"))
    points = graph.add("Add", graph.conv(x, "policy_points", bias=True), bias)
    points = graph.conv(graph.add("Relu", points), "policy_last", bias=True)
    passing = graph.linear(whole, "policy_pass")
    graph.add("Concat", graph.add("Flatten", points), passing, to="policy", axis=1)
    judged = graph.add("Relu", graph.conv(x, "judge", bias=True))
    facts = graph.add("Concat", graph.pool(judged), "globals", axis=1)
    hidden = graph.add("Relu", graph.linear(facts, "judge_hidden"))
    graph.linear(hidden, "judge_last", to="judged")
    owner = graph.add("Flatten", graph.conv(judged, "owner", bias=True))
    graph.add("Tanh", owner, to="owner")
    value = helper.make_tensor_value_info
    return helper.make_graph(
        graph.nodes,
        "goseki",
        [
            value("planes", TensorProto.FLOAT, ["n", PLANES, "rows", "columns"]),
            value("globals", TensorProto.FLOAT, ["n", GLOBALS]),
        ],
        [
            value("policy", TensorProto.FLOAT, ["n", "moves"]),
            value("judged", TensorProto.FLOAT, ["n", network.judge_last.out_features]),
            value("owner", TensorProto.FLOAT, ["n", "points"]),
        ],
        graph.weights,
    )


def write_network(
    network: Network, path: Path, card: Mapping[str, Any], *, force: bool = False
) -> None:
    """Write a network, with all that is to be known of it, into a file."""
    model = helper.make_model(
        graph_of(network.eval()), opset_imports=[helper.make_opsetid("", _OPSET)]
    )
    model.ir_version = 9  # so that older runtimes read it, too
    facts = {
        "format": FORMAT,
        "planes": json.dumps(_core.plane_names()),
        "globals": json.dumps(_core.global_names()),
        "shape": json.dumps(network.shape.facts()),
        "card": json.dumps(card),
    }
    helper.set_model_props(model, facts)
    onnx.checker.check_model(model)
    write_file(path, model.SerializeToString(), force=force)


def read_network(path: Path) -> Network:
    """The network of a file, to train it further."""
    model, facts = _read(path)
    try:
        network = Network(Shape(**json.loads(facts["shape"])))
        weights = {
            weight.name.removeprefix(_HALF): torch.from_numpy(
                numpy_helper.to_array(weight).astype(np.float32)
            )
            for weight in model.graph.initializer
        }
        state = network.state_dict()
        state.update({name: weights[name] for name, v in state.items() if v.is_floating_point()})
        network.load_state_dict(state)
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise GosekiError(f"{path} does not have the weights of a network of goseki") from error
    return network


def read_card(path: Path) -> dict[str, Any]:
    """What is written in a file about its network."""
    return card_of(_read(path)[1], path)


def write_with_card(path: Path, target: Path, changes: dict[str, Any], *, force: bool) -> None:
    """Write the network of a file into another, with changes to its card and to nothing else."""
    model, facts = _read(path)
    card = {**card_of(facts, path), **changes}
    helper.set_model_props(model, {**facts, "card": json.dumps(card)})
    write_file(target, model.SerializeToString(), force=force)


def _read(path: Path) -> tuple[onnx.ModelProto, dict[str, str]]:
    if not path.is_file():
        raise GosekiError(f"there is no model file {path}")
    try:
        model = onnx.load(str(path))
    except Exception as error:  # whatever a file that is something else leads to
        raise GosekiError(f"{path} cannot be read as a network (ONNX)") from error
    facts = {entry.key: entry.value for entry in model.metadata_props}
    card_of(facts, path)
    return model, facts
