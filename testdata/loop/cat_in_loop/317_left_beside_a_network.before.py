# A pass through a network takes far more than copying the labels beside it; a row of numbers is
# short however often it grows.
import numpy as np
import torch


def evaluate(model, loader):
    model.eval()
    labels = torch.zeros(0, dtype=torch.long)
    right = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
            labels = torch.cat([labels, y])
    return right, labels.bincount()


def sizes(archive):
    found = np.array([])
    for name in archive.namelist():
        found = np.append(found, archive.getinfo(name).file_size)
    return found.mean()
