import torch
import tracker


def train(model, loader, criterion, optimizer):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total += loss.detach()  # expect: detach-accumulated-loss[unsafe]
    tracker.consume(total)
