import itertools

import torch
from torch import nn

generator = nn.Linear(4, 4)
first = nn.Linear(4, 1)
second = nn.Linear(4, 1)
optim_g = torch.optim.Adam(generator.parameters())
optim_d = torch.optim.Adam(itertools.chain(first.parameters(), second.parameters()))


def train(loader):
    for real in loader:
        made = generator(torch.randn(8, 4))
        loss_d = first(made.detach()).mean() - second(real).mean()
        optim_d.zero_grad()
        loss_d.backward()  # expect: missing-zero-grad[unsafe]
        optim_d.step()
        optim_g.zero_grad()
        loss_g = -first(made).mean()
        loss_g.backward()
        optim_g.step()
