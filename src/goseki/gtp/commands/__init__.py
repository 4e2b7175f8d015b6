"""The commands of a session, by subject. `STANDARD` holds them all."""

from goseki.gtp.commands import (
    administration,
    analysis,
    clocks,
    facts,
    handicaps,
    moves,
    rule_sets,
    sgf_files,
    solving,
    status,
    tactics,
    thinking,
)
from goseki.gtp.table import CommandTable

_SUBJECTS = (
    administration,
    moves,
    rule_sets,
    handicaps,
    clocks,
    thinking,
    sgf_files,
    status,
    facts,
    analysis,
    solving,
    tactics,
)

STANDARD = CommandTable()
for _subject in _SUBJECTS:
    STANDARD.update(_subject.table)
