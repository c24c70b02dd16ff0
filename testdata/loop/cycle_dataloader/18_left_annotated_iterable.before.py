from collections.abc import Iterable
from itertools import cycle

import torch


@torch.no_grad()
def until_converged(model, dataloader: Iterable, converged):
    for batch in iter(cycle(dataloader)):
        model(batch)
        if converged():
            break
