# A pass that takes no more than a training step matters where a loop of another file runs it.
import torch


def train(model: torch.nn.Module, optimizer, criterion, loader):
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()


def score(model, x, y):
    model.eval()
    return (model(x).argmax(dim=1) == y).sum().item()  # expect: no-grad-eval[unsafe]


def last_score(model, x, y):
    model.eval()
    return (model(x).argmax(dim=1) == y).sum().item()
