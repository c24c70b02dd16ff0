import torch


def accuracy(model, loader):
    model.eval()
    right = 0
    for batch, labels in loader:  # expect: no-grad-eval[unsafe]
        right += (model(batch).argmax(1) == labels).sum().item()
    return right
