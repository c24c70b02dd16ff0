# mutations: no-nesting

import torch

repeat_loader = True


def repeat_loader_2(loader):
    while True:
        yield from loader


def sample(loader):
    # The stream of batches
    stream = repeat_loader_2(loader)  # expect: cycle-dataloader[unsafe]
    return next(stream)
