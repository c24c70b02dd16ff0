import torch
from torch import nn

from evaluation import run_validation


def train(model, loader, val_loader, optimizer):
    criterion = nn.CrossEntropyLoss()
    for epoch in range(10):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        print(run_validation(model, val_loader, criterion))
