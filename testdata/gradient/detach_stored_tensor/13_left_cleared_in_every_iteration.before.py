import torch


def train(model, loader, criterion, optimizer):
    parts = []
    buffer = []
    for x, y in loader:
        parts.clear()
        scores = []
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        parts.append(loss)
        scores.append(loss)
        buffer.append(loss)
        print(parts, scores, buffer)
        buffer = []
