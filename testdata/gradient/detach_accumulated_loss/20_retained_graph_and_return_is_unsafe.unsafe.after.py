import torch


def train(model, loader, criterion, optimizer):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward(retain_graph=True)
        optimizer.step()
        total += loss.detach()  # expect: detach-accumulated-loss[unsafe]
    return total
