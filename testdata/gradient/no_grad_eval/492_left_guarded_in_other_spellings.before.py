# Gradients are off: by a decorator that has a name, by a call of one, by the function that runs it.
import torch

quiet = torch.no_grad()


@quiet
def evaluate(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def measure(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def count(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def quietly(function, *arguments):
    with torch.no_grad():
        return function(*arguments)


def main(model, loader):
    run = torch.no_grad()(measure)
    print(evaluate(model, loader), run(model, loader), quietly(count, model, loader))
