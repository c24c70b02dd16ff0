import torch
from torch import nn


def clip(net, limit):
    params = [p for p in net.parameters() if p.requires_grad]
    norm = torch.sqrt(sum(torch.sum(p.grad**2) for p in params))
    if norm > limit:
        for param in params:
            param.grad[:] *= limit / norm


def train(net: nn.Module, loader):
    criterion = nn.MSELoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        loss = criterion(net(x), y)
        loss.backward()  # expect: missing-zero-grad[unsafe]
        clip(net, 1)
        optimizer.step()
