"""The Go Text Protocol: a `Session` that carries out lines, `serve` in `loop`, which connects it
to pipes, and in `client` the other side, which asks engines.

Commands are functions in tables (`goseki.gtp.commands`), one file a subject. To add
one, put a function into a `CommandTable` and give the session `STANDARD | table`.
"""
