import torch


def validation_loss(model, loader, criterion):
    model.eval()
    total = 0
    for x, y in loader:
        total = total + criterion(model(x), y)
    return total


def outer_step(model, loader, criterion, meta_optimizer):
    meta_optimizer.zero_grad()
    validation_loss(model, loader, criterion).backward()
    meta_optimizer.step()
