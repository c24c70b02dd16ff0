import torch
from torch import nn

net = nn.Linear(2, 2)
criterion = nn.MSELoss()


def train(train_loader, optimizer):
    average = 0
    for x, y in train_loader:
        loss = criterion(net(x), y)
        average = 0.9 * average + 0.1 * loss
        (loss - average).abs().backward()
        optimizer.step()


def in_place(train_loader):
    total = torch.zeros(())
    part = torch.zeros(())
    for x in train_loader:
        part += net(x).sum()
    total.add_(part)
    total.backward()


def through_nonlocal(train_loader):
    total = 0

    def add(value):
        nonlocal total
        total = total + value

    for x in train_loader:
        add(net(x).sum())
    total.backward()
