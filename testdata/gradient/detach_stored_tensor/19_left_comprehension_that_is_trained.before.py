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


for x, y in train_loader:
    parts = [head(x) for head in (net, net)]
    loss = sum(p.sum() for p in parts)
    loss.backward()
    shares = [loss / n for n in range(1, 3)]
    print(len(parts), shares)
