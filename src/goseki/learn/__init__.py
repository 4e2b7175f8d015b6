"""The learning ground: games to learn from, networks, training and metrics.

Everything here that trains needs the `train` extra (`pip install 'goseki[train]'`). What was
learned is used without it: `goseki.prediction`.
"""
