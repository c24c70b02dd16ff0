import torch

from engine import train_one_batch


def train(model, optimizer, loader):
    epoch_loss = 0.0
    for x, y in loader:
        epoch_loss += train_one_batch(model, optimizer, x, y)  # expect: detach-accumulated-loss[safe]
    print(epoch_loss / len(loader))
