"""Learning: the tools that learners share, the data they learn from and how they are trained.

All of it but the reading of games needs the `train` extra: `pip install '.[train]'`.
"""
