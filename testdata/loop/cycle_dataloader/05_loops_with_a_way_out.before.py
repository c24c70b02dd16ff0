# mutations: no-nesting
from itertools import cycle
import sys

import torch


def endless(loader):
    while True:
        for batch in loader:
            yield batch


def breaks(loader, steps):
    for i, batch in enumerate(cycle(loader)):  # expect: cycle-dataloader[unsafe]
        if i == steps:
            break


def returns(train_loader, model):
    for batch in cycle(train_loader):  # expect: cycle-dataloader[unsafe]
        if model(batch).item() < 0.1:
            return model


def gives(data_loader):
    for batch in cycle(data_loader):  # expect: cycle-dataloader[unsafe]
        yield batch.cuda()


def leaves(dataloader):
    for batch in cycle(dataloader):  # expect: cycle-dataloader[unsafe]
        if torch.isnan(batch).any():
            sys.exit(1)
