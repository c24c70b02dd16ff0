import itertools

import torch
from torch import nn

encoder = nn.Linear(4, 4)
first = nn.Linear(4, 1)
second = nn.Linear(4, 1)
optim_a = torch.optim.Adam(itertools.chain(encoder.parameters(), first.parameters()))
optim_b = torch.optim.Adam(itertools.chain(encoder.parameters(), second.parameters()))


def train(loader):
    for x in loader:
        loss_a = first(encoder(x)).mean()
        loss_a.backward()
        optim_a.step()
        optim_b.zero_grad()
        loss_b = second(encoder(x)).mean()
        loss_b.backward()
        optim_b.step()
