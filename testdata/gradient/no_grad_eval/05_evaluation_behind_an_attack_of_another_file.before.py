import torch
from attacks import pgd


def robust_accuracy(model, loader):
    model.eval()
    correct = 0
    for x, y in loader:
        adversarial = pgd(model, x, y)
        correct += (model(adversarial).argmax(1) == y).sum().item()  # expect: no-grad-eval[unsafe]
    return correct
