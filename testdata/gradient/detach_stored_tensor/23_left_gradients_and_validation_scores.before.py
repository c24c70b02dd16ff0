import torch
from torch import nn


def train(model, loader, criterion, optimizer, score):
    norms, scores, dtypes = [], [], []
    for x, y in loader:
        out = model(x)
        loss = criterion(out, y)
        loss.backward()
        norms.append(nn.utils.clip_grad_norm_(model.parameters(), 1.0))
        optimizer.step()
        scores.append(score(out.detach(), y))
        dtypes.append(out.dtype)
    return norms, scores, dtypes
