import torch


def predictions(model, loader):
    model.eval()
    for x in loader:  # expect: no-grad-eval
        yield model(x).argmax(1)
