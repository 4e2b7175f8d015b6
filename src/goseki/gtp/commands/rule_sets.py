"""Commands about rules and komi."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable
from goseki.rules import PRESETS, Rules, check_komi

table = CommandTable()


@table.add("komi", "KOMI")
def komi(session: Session, arguments: Arguments) -> str:
    """Set White's compensation."""
    board = session.board
    # The komi does not change how a game goes, so the history stays as it is.
    board.rules = replace(board.rules, komi=check_komi(arguments[0]))
    return ""


@table.add("get_komi")
def get_komi(session: Session, arguments: Arguments) -> str:
    """White's compensation."""
    return f"{session.board.komi:.12g}"


@table.add("kata-get-rules")
def kata_get_rules(session: Session, arguments: Arguments) -> str:
    """The rules as KataGo's JSON, without the komi."""
    fields = session.board.rules.to_katago()
    del fields["komi"]
    return json.dumps({**fields, "hasButton": False})


@table.add("kata-set-rules", "RULES...")
def kata_set_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules by name, KataGo's JSON or short form. The komi stays, unless JSON has it."""
    text = " ".join(arguments)
    rules = Rules.parse(text)
    if not re.search(r'"komi"\s*:', text):
        rules = replace(rules, komi=session.board.komi)
    session.set_rules(rules)
    return ""


@table.add("kata-set-rule", "FIELD VALUE")
def kata_set_rule(session: Session, arguments: Arguments) -> str:
    """Set one field of the rules, such as `ko POSITIONAL`."""
    field, text = arguments
    value: object = {"true": True, "false": False}.get(text.lower(), text)
    if field == "passesToEnd":
        value = arguments.integer(1)
    fields = session.board.rules.to_katago() | {field: value}
    session.set_rules(Rules.parse(json.dumps(fields)))
    return ""


@table.add("goseki-rules", "[RULES...]")
def goseki_rules(session: Session, arguments: Arguments) -> str:
    """Without an argument, the name of the rules or their JSON; else as `kata-set-rules`."""
    if arguments:
        return kata_set_rules(session, arguments)
    return session.board.rules.name or str(session.board.rules)


@table.add("kgs-rules", "NAME")
def kgs_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules by KGS's name: japanese, chinese, aga or new_zealand."""
    name = arguments[0].lower().replace("_", "-")
    if name not in PRESETS:
        raise CommandError(f"unknown rules (known: {', '.join(PRESETS)})")
    session.set_rules(replace(PRESETS[name], komi=session.board.komi))
    return ""
