# mutations: no-nesting
import itertools

import torch

repeat_loader = True


def sample(loader):
    # The stream of batches
    stream = itertools.cycle(loader)  # expect: cycle-dataloader[unsafe]
    return next(stream)
