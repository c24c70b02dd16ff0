# `async` is a keyword since Python 3.7: nothing runs this file any more.
import torch


def evaluate(model, loader):
    model.eval()
    hits = 0
    for images, labels in loader:
        images = images.cuda(async=True)
        hits += (model(images).argmax(dim=1) == labels.cuda(async=True)).sum().item()
    return hits
