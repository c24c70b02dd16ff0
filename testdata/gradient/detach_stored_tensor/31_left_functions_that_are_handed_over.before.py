from functools import partial

import torch
from torch import nn

net = nn.Linear(2, 2)


def differentiate(value):
    value.sum().backward()


def finish(values):
    sum(v.sum() for v in values).backward()


def mapped(train_loader):
    outs = []
    for x in train_loader:
        outs.append(net(x))
    list(map(differentiate, outs))


def mapped_with(train_loader, act):
    outs = []
    for x in train_loader:
        outs.append(net(x))
    list(map(act, outs))


def bound(train_loader):
    outs = []
    for x in train_loader:
        outs.append(net(x))
    go = partial(finish, outs)
    go()


def into_buffer(train_loader):
    outs = []
    for x in train_loader:
        outs.append(net(x))
    total = torch.zeros(2)
    torch.add(outs[0], outs[1], out=total)
    total.sum().backward()


def by_name(train_loader):
    outs = []
    for x in train_loader:
        outs.append(net(x).sum())
    getattr(outs[0], "backward")()


def as_value(train_loader):
    outs = []
    for x in train_loader:
        outs.append(net(x).sum())
    run = outs[0].backward
    run()


def heap_of_rows(train_loader):
    rows = ([], [])
    for x in train_loader:
        rows[0].append((len(rows[0]), net(x)))
    first, _ = rows
    for index, value in reversed(first):
        differentiate(value)
