# What a loop collects in a list, and what joins it, shows that a module was run; nobody needs its
# graphs where the whole is detached, or asked for places alone.
import torch
from torch.nn import functional as F


def weights(model, x, masks, target):
    scores = []
    for mask in masks.split(32):  # expect: no-grad-eval[unsafe]
        scores.append(model(x * mask)[:, target])
    return F.relu(torch.cat(scores)).detach()


def choices(model, chunks):
    scores = []
    for chunk in chunks:  # expect: no-grad-eval[unsafe]
        scores.append(model(chunk))
    return torch.stack(scores).argmax(1)


def losses(model, chunks):
    scores = []
    for chunk in chunks:
        scores.append(model(chunk))
    return torch.cat(scores)
