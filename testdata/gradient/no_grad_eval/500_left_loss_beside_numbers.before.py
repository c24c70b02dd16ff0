# The loss is for an attack, which differentiates it.
import torch
import torch.nn.functional as F


def scores_and_loss(model, x, y):
    model.eval()
    scores = model(x)
    return scores.detach().cpu().numpy(), F.cross_entropy(scores, y)


def scores_with_loss(model, x, y):
    model.eval()
    scores = model(x)
    loss = F.cross_entropy(scores, y)
    return scores.detach().cpu().numpy(), loss
