import torch


def unguarded(loader):
    with torch.no_grad():
        for x, y in loader:
            yield x, y


def validate(model, loader):
    model.eval()
    hits = 0
    for number, (x, y) in enumerate(unguarded(loader)):
        hits += (model(x).argmax(1) == y).sum().item()
    return hits
