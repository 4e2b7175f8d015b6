"""One training loop for every learner: stopped at any time, resumed, and always with its best.

A *learner* (see `Learner`) has a torch model, knows how to draw a batch and its loss, and how to
measure itself on validation data. The loop takes care of the rest: steps with Muon, a rate that
warms up and falls to the end of the time that was given (Loshchilov & Hutter 2017), a running mean
of the weights, which is what is measured and kept, checkpoints in between, curves.

A run is a folder:

    state.pt       everything that is needed to go on, replaced every few minutes
    best.pt        the weights with the best measure so far
    curve.jsonl    one line for each measurement
"""

from __future__ import annotations

import io
import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from goseki.errors import GosekiError
from goseki.files import write_file
from goseki.job import Progress, Report
from goseki.learn.muon import Muon

CHECKPOINT_SECONDS = 120.0
WARM_UP = 0.03
"""Of the time, until the rate is at its highest."""
LAST_RATE = 0.02
"""Of the highest rate, at the end."""


class Learner(Protocol):
    """What the loop needs of a learner."""

    @property
    def model(self) -> nn.Module: ...

    def loss(self) -> Tensor:
        """The loss of a fresh batch."""

    def measure(self, model: nn.Module) -> Mapping[str, float]:
        """Figures on validation data; `loss` among them decides which weights are best."""


@dataclass
class Plan:
    """How a run goes."""

    seconds: float
    processor_time: bool = False
    """Whether seconds are the processor's, so that runs compare on a busy machine."""
    rate: float = 3e-3
    decay: float = 0.03
    mean: float = 0.999
    """Of the running mean of the weights: what stays of it at each step."""
    measure_seconds: float = 240.0
    seed: int = 0
    is_trained: bool = False
    """Whether the model has been trained before: then it is measured first, so that what is kept is
    never worse than how it came."""


@dataclass
class Run:
    """What is known of a run so far."""

    steps: int = 0
    seconds: float = 0.0
    core_seconds: float = 0.0
    best: dict[str, float] = field(default_factory=dict)
    curve: list[dict[str, float]] = field(default_factory=list)
    interrupted: bool = False


def rate_at(plan: Plan, seconds: float) -> float:
    """The learning rate after so many seconds."""
    share = min(1.0, seconds / plan.seconds)
    if share < WARM_UP:
        return plan.rate * max(share / WARM_UP, 0.02)
    fall = (share - WARM_UP) / (1 - WARM_UP)
    return plan.rate * (LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * fall)))


def train(
    learner: Learner,
    folder: Path,
    plan: Plan,
    *,
    progress: Report | None = None,
    on_best: Callable[[nn.Module, Run], None] | None = None,
) -> Run:
    """Train until the time is up, or Ctrl-C. A run that the folder has already goes on; its model
    ends with the best weights."""
    folder.mkdir(parents=True, exist_ok=True)
    model = learner.model
    optimizer = Muon(_groups(model, plan.decay), lr=plan.rate)
    averaged = _Mean(model, plan.mean)
    run = Run()
    state_file = folder / "state.pt"
    if state_file.exists():
        _resume(state_file, model, averaged, optimizer, run)
    now = time.process_time if plan.processor_time else time.monotonic
    clock, cores = now() - run.seconds, time.process_time() - run.core_seconds
    saved = measured = run.seconds
    shown: float | None = None
    if plan.is_trained and not run.curve:
        _measure(learner, averaged, run, folder, math.nan, on_best)
    try:
        while run.seconds < plan.seconds:
            for group in optimizer.param_groups:
                group["lr"] = rate_at(plan, run.seconds)
            model.train()
            loss = learner.loss()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            averaged.take_in(model)
            run.steps += 1
            value = loss.item()
            shown = value if shown is None else 0.98 * shown + 0.02 * value
            run.seconds, run.core_seconds = now() - clock, time.process_time() - cores
            if progress is not None and run.steps % 10 == 0:
                text = f"step {run.steps:,}, loss {shown:.3f}"
                if run.best:
                    text += ", best " + ", ".join(f"{k} {v:.4g}" for k, v in run.best.items())
                progress(Progress(share=min(1.0, run.seconds / plan.seconds), text=text))
            if run.seconds - measured >= plan.measure_seconds or run.seconds >= plan.seconds:
                _measure(learner, averaged, run, folder, shown, on_best)
                measured = run.seconds = now() - clock
            if run.seconds - saved >= CHECKPOINT_SECONDS or run.seconds >= plan.seconds:
                _save(state_file, model, averaged, optimizer, run)
                saved = run.seconds
    except KeyboardInterrupt:
        run.interrupted = True
        _save(state_file, model, averaged, optimizer, run)
    if (folder / "best.pt").exists():
        model.load_state_dict(torch.load(folder / "best.pt", weights_only=True))
    model.eval()
    return run


_UNREADABLE = (OSError, RuntimeError, KeyError, ValueError, EOFError, UnpicklingError)


class _Mean:
    """The running mean of a model's weights, as a model."""

    def __init__(self, model: nn.Module, share: float) -> None:
        self.state = {name: value.detach().clone() for name, value in model.state_dict().items()}
        self._share, self._steps = share, 0

    def take_in(self, model: nn.Module) -> None:
        self._steps += 1
        keep = min(self._share, self._steps / (self._steps + 9))  # soon forgets how it began
        with torch.no_grad():
            for name, value in model.state_dict().items():
                if value.is_floating_point():
                    self.state[name].lerp_(value, 1 - keep)
                else:
                    self.state[name].copy_(value)


def _groups(model: nn.Module, decay: float) -> list[dict[str, Any]]:
    """Weights decay, biases and norms do not."""
    wide = [p for p in model.parameters() if p.ndim > 1]
    rest = [p for p in model.parameters() if p.ndim <= 1]
    return [{"params": wide, "weight_decay": decay}, {"params": rest, "weight_decay": 0.0}]


def _measure(
    learner: Learner,
    averaged: _Mean,
    run: Run,
    folder: Path,
    loss: float,
    on_best: Callable[[nn.Module, Run], None] | None,
) -> None:
    model = learner.model
    now = {name: value.clone() for name, value in model.state_dict().items()}
    model.load_state_dict(averaged.state)
    model.eval()
    with torch.no_grad():
        figures = dict(learner.measure(model))
    row = {"step": run.steps, "seconds": round(run.seconds, 1), **figures}
    if not math.isnan(loss):
        row["training_loss"] = loss
    run.curve.append(row)
    with open(folder / "curve.jsonl", "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    if not run.best or figures["loss"] < run.best["loss"]:
        run.best = figures
        _write(folder / "best.pt", averaged.state)
        if on_best is not None:
            on_best(model, run)
    model.load_state_dict(now)


def _save(
    path: Path, model: nn.Module, averaged: _Mean, optimizer: torch.optim.Optimizer, run: Run
) -> None:
    state = {
        "model": model.state_dict(),
        "mean": averaged.state,
        "optimizer": optimizer.state_dict(),
        "run": asdict(run),
    }
    _write(path, state)


def _write(path: Path, state: Any) -> None:
    """Replace a file as a whole, so that a kill or a full disk leaves the old one."""
    content = io.BytesIO()
    torch.save(state, content)
    write_file(path, content.getvalue(), force=True)


def _resume(
    path: Path, model: nn.Module, averaged: _Mean, optimizer: torch.optim.Optimizer, run: Run
) -> None:
    try:
        state = torch.load(path, weights_only=True)
        model.load_state_dict(state["model"])
        averaged.state.update(state["mean"])
        averaged._steps = 10**6
        optimizer.load_state_dict(state["optimizer"])
        for name, value in state["run"].items():
            setattr(run, name, value)
    except _UNREADABLE as error:
        reason = str(error).partition("\n")[0]
        raise GosekiError(f"{path} is not the state of this training: {reason}") from error
    run.interrupted = False
