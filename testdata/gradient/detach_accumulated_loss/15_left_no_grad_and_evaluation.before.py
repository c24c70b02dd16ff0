import torch


@torch.no_grad()
def validate(model, loader, criterion):
    total = 0
    for x, y in loader:
        total += criterion(model(x), y)
    return total / len(loader)


def test(model, loader, criterion):
    model.eval()
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        total += loss
    print(total)


def train(model, loader, criterion, optimizer):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            total += loss
    return total
