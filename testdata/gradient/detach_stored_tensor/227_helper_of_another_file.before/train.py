import torch
from measures import accuracy, overlap


def train(model, loader, optimizer, criterion):
    overlaps, accuracies = [], []
    for x, y in loader:
        output = model(x)
        loss = criterion(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        overlaps.append(overlap(output, y))  # expect: detach-stored-tensor[unsafe]
        accuracies.append(accuracy(output, y))
    return overlaps, accuracies
