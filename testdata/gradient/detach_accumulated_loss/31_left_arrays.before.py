import numpy as np
import torch


def train(model, loader, criterion, optimizer):
    sums = np.zeros(2)
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        sums[0] += loss
        sums[1] += len(x)
    return sums
