import torch


def train(model, loader, criterion, optimizer, k):
    window = 0
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        window = window + loss
        if (i + 1) % k == 0:
            optimizer.zero_grad()
            window.backward()
            optimizer.step()
            window = 0
