import torch
from torch import nn, optim

net = nn.Linear(4, 1)
optimizer = optim.Adam(net.parameters())


def loss_of(x, y):
    return ((net(x) - y) ** 2).mean()


def fit(batches):
    for x, y in batches:
        loss = loss_of(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())
