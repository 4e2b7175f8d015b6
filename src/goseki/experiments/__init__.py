"""Experiments: runs that produce a figure somebody may doubt, repeatable by one command."""
