import torch


def train(model, loader, criterion, optimizer):
    metrics = {}
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        metrics["loss"] = loss
        print(metrics["loss"].item())
