import torch
from torch import nn

net = nn.Linear(3, 3)


def step(train_loader, optimizer, criterion):
    losses = [criterion(net(x), y) for x, y in train_loader]
    loss = torch.stack(losses).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def heads(x, layers):
    return [layer(x) for layer in layers]
