import torch
import torch.nn.functional as F


def multi_scale_loss(predictions, target):
    loss = 0
    for p in predictions:
        loss += F.l1_loss(p, F.interpolate(target, p.shape[-2:]))
    return loss


def l2_penalty(model):
    penalty = 0.0
    for p in model.parameters():
        penalty += p.pow(2).sum()
    return penalty


def dataset_loss(model, loader, criterion):
    total = 0
    for x, y in loader:
        total += criterion(model(x), y)
    return total
