# The new state has a name of its own until the next iteration.
import torch
from torch import nn


def train(loader, criterion):
    gru = nn.GRU(8, 16)
    optimizer = torch.optim.SGD(gru.parameters(), lr=0.1)
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        h = h.detach()
        out, new_h = gru(x, h)  # expect: hidden-state-not-detached[unsafe]
        optimizer.zero_grad()
        criterion(out, y).backward(retain_graph=True)
        optimizer.step()
        h = new_h


def detached(loader, criterion):
    gru = nn.GRU(8, 16)
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        out, new_h = gru(x, h)
        criterion(out, y).backward()
        h = new_h.detach()


def detached_before(loader, criterion):
    gru = nn.GRU(8, 16)
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        out, new_h = gru(x, h)
        criterion(out, y).backward()
        new_h = new_h.detach()
        h = new_h


def in_place(loader, criterion):
    gru = nn.GRU(8, 16)
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        out, new_h = gru(x, h)
        criterion(out, y).backward()
        new_h.detach_()
        h = new_h


def of_another_call(loader, criterion):
    gru = nn.GRU(8, 16)
    h = torch.zeros(1, 4, 16)
    for x, y in loader:
        out, new_h = gru(x, h)
        criterion(out, y).backward()
        _, new_h = gru(x)
        h = new_h
