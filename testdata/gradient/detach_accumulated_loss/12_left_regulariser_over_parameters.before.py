import torch


def train(model, loader, criterion, optimizer, weight):
    for x, y in loader:
        penalty = 0
        for p in model.parameters():
            penalty += p.abs().sum()
        loss = criterion(model(x), y) + weight * penalty
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
