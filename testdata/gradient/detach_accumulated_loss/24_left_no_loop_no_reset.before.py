import torch


def step(model, x, y, criterion, optimizer):
    total = 0
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    total += loss
    return total


def reset_each_time(model, loader, criterion, optimizer):
    for x, y in loader:
        total = 0
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss
        print(total)
