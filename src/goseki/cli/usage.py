"""What is wrong with a command line, in our words: typer's, click's and pydantic's vary from
release to release and do not name the value."""

from __future__ import annotations

import re
import typing
from difflib import get_close_matches
from types import UnionType
from typing import Annotated, Any, Literal, Union

from goseki.coords import shorten


def explain(error: Any, arguments: list[str]) -> str:
    """The complaint about a command line that typer refused with an error.

    It names the option as it is typed and the value. What is not known here is told in the
    words of the error.
    """
    context = getattr(error, "ctx", None)
    words = str(error.format_message()).strip().rstrip(".")
    command = _name(context)
    option = getattr(error, "option_name", None)
    parameter = getattr(error, "param", None)
    if type(error).__name__ == "MissingParameter" and parameter is not None:
        return f"{command} needs {_title(parameter)} (see goseki {command} --help)"
    if parameter is not None:
        wanted, given = _wanted(context, parameter), _given(error, parameter, arguments)
        title = _title(parameter)
        if wanted is None:
            return f"{title}: {words}"
        return f"{title} must be {wanted}" + (f", not {shorten(given)}" if given else "")
    if type(error).__name__ == "NoSuchOption":
        # Without the dashes, which all names share.
        names = {name.strip("-"): name for name in getattr(error, "possibilities", None) or ()}
        near = sorted(names[name] for name in get_close_matches(str(option).strip("-"), names))
        hint = f" (perhaps {' or '.join(near)})" if near else ""
        return f"{command} has no option {shorten(str(option))}{hint}"
    if option is not None and "requires" in words:
        return f"{option} needs a value"
    if option is not None and "does not take" in words:
        return f"{option} takes no value"
    if match := re.search(r"extra arguments?(?:\(s\))? \((.*)\)", words):
        return f"{command} takes no further argument {shorten(match[1])}"
    commands = ", ".join(getattr(getattr(context, "command", None), "commands", ()))
    for word in arguments:
        if f"No such command {word!r}" in words:
            return f"{command} has no command {shorten(word)} (known: {commands})"
    if words == "Missing command":
        return f"{command} needs a command: {commands}"
    return words


def _name(context: Any) -> str:
    """The command as it is typed after `goseki`, or that word itself."""
    path = str(getattr(context, "command_path", None) or "goseki")
    return path.removeprefix("goseki ")


def _title(parameter: Any) -> str:
    """An option as it is typed, an argument as the help names it."""
    if parameter.param_type_name == "option":
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or parameter.name).upper()


def _given(error: Any, parameter: Any, arguments: list[str]) -> str:
    """The value as it was typed, of several the last unless all count; empty if it cannot be
    told."""
    problems: list[Any] = getattr(error.__cause__, "errors", list)()
    if problems and parameter.multiple:
        return str(problems[0]["input"])
    for place in range(len(arguments) - 1, -1, -1):
        name, equals, value = arguments[place].partition("=")
        if name in parameter.opts and (equals or place + 1 < len(arguments)):
            return value if equals else arguments[place + 1]
    return str(problems[0]["input"]) if problems else ""


def _wanted(context: Any, parameter: Any) -> str | None:
    """What the function behind a command takes, from its annotations."""
    function = getattr(getattr(context, "command", None), "callback", None)
    hints = typing.get_type_hints(function, include_extras=True) if function else {}
    hint = hints.get(parameter.name)
    if typing.get_origin(hint) is not Annotated:
        return None
    declared, about = typing.get_args(hint)[:2]
    kind = _kind(declared)
    if typing.get_origin(kind) is Literal:
        *others, last = map(str, typing.get_args(kind))
        return f"{', '.join(others)} or {last}" if others else last
    if kind not in (int, float):
        return None
    noun, text = ("a whole number", str) if kind is int else ("a number", "{:g}".format)
    match (about.min, about.max):
        case (None, None):
            return noun
        case (low, None):
            return f"{noun} from {text(low)} on"
        case (None, high):
            return f"{noun} up to {text(high)}"
        case (low, high):
            return f"{noun} from {text(low)} to {text(high)}"


def _kind(declared: Any) -> Any:
    """The type of a value: that of a list's elements, and of what may be left out."""
    if typing.get_origin(declared) in (list, Union, UnionType):
        kinds = [kind for kind in typing.get_args(declared) if kind is not type(None)]
        return _kind(kinds[0]) if len(kinds) == 1 else None
    return declared
