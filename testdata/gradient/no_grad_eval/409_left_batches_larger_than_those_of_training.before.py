# The graph is gone at once, but its batch is larger than those that the training takes.
import torch
from torch.utils.data import DataLoader


def train(model, optimizer, criterion, data):
    for x, y in DataLoader(data, batch_size=16):
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()


def test(model, data):
    correct = 0
    for x, y in DataLoader(data, batch_size=256):  # expect: no-grad-eval[unsafe]
        correct += model(x).argmax(1).eq(y).sum().item()
    return correct
