import torch


def train(model, loader, criterion, optimizer):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: detach-accumulated-loss[safe]
        total = total + 2 * loss  # expect: detach-accumulated-loss[safe]
        if total > 100:
            total = 0
    return total
