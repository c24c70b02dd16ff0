# mutations: no-nesting
# One function serves both loaders; iter() around the loader would be used up.
import itertools as it

import torch.utils.data as data


def repeat_loader(loader):
    while True:
        yield from loader


class Trainer:
    def __init__(self, train_set, extra_loader):
        self.loader = data.DataLoader(train_set, shuffle=True)
        self.train_iter = iter(repeat_loader(self.loader))  # expect: cycle-dataloader[unsafe]
        self.extra_iter = repeat_loader(extra_loader)  # expect: cycle-dataloader[unsafe]

    def batch(self):
        return next(self.train_iter), next(self.extra_iter)
