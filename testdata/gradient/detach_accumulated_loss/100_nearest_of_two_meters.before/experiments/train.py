import torch
from torch import nn

from meters import AverageMeter


def train(model, loader, optimizer):
    criterion = nn.CrossEntropyLoss()
    losses = AverageMeter()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        losses.update(loss, x.size(0))  # expect: detach-accumulated-loss[safe]
    print(losses.avg)
