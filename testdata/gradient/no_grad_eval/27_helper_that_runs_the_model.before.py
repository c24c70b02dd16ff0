import torch


def score(model, loader):
    hits = 0
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        hits += (model(x).argmax(1) == y).sum().item()
    return hits / len(loader)


def guarded_score(model, loader):
    with torch.no_grad():
        return score(model, loader)


def fit(model, loaders, optimizer, criterion):
    for epoch in range(10):
        model.train()
        for x, y in loaders["train"]:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        model.eval()
        print(score(model, loaders["val"]))
