"""Tests, one file per subject, and what they lean on: `judges`, independent answers to hold ours
against; `fuzz`, makers of hostile input; `support`, positions, games and engines to test with."""
