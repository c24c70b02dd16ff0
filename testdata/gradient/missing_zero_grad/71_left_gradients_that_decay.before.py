import torch
from torch import nn


def train(net: nn.Module, loader):
    criterion = nn.MSELoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        for p in net.parameters():
            if p.grad is not None:
                p.grad *= 0.5
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
