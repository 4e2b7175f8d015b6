"""Learning to rank by pairs: the move of the expert should be worth more than its partner.

Van der Werf (2004), section 7.1, after Enderton (1991).
"""

from __future__ import annotations

from goseki.learn.extra import torch

MARGIN = 0.2
"""How much more the expert's move should be worth. Anything from 0.1 to 1 will do."""


def pair_errors(
    experts: torch.Tensor, partners: torch.Tensor, margin: float = MARGIN
) -> torch.Tensor:
    """The error of each pair: max(0, v_r + margin - v_e) squared, for the values of the expert's
    move v_e and of its partner v_r. Pairs that are well apart cost nothing and teach nothing.

    >>> pair_errors(torch.tensor([1.0, 0.0]), torch.tensor([0.0, 0.0]), margin=0.5).tolist()
    [0.0, 0.25]
    """
    return (partners + margin - experts).clamp(min=0).square()
