"""How good a classifier is: on clean waves, under attack, class by class."""

import torch
import torch.nn.functional as F

from signals.data import KINDS


def accuracy(model, loader):
    model.eval()
    correct, seen = 0, 0
    for waves, labels in loader:
        predicted = model(waves).argmax(dim=1)
        correct += (predicted == labels).sum().item()
        seen += labels.numel()
    return correct / seen


@torch.no_grad()
def confusion(model, loader):
    model.eval()
    table = torch.zeros(len(KINDS), len(KINDS), dtype=torch.long)
    for waves, labels in loader:
        for label, predicted in zip(labels, model(waves).argmax(dim=1)):
            table[label, predicted] += 1
    return table


def robust_accuracy(model, loader, epsilon=0.05):
    """Accuracy on waves that were moved along the sign of their gradient."""
    model.eval()
    correct, seen = 0, 0
    for waves, labels in loader:
        waves = waves.clone().requires_grad_(True)
        loss = F.cross_entropy(model(waves), labels)
        (gradient,) = torch.autograd.grad(loss, waves)
        attacked = waves + epsilon * gradient.sign()
        correct += (model(attacked).argmax(dim=1) == labels).sum().item()
        seen += labels.numel()
    return correct / seen
