import torch
import numpy as np


def train(model, loader, criterion, optimizer):
    a = b = c = d = e = 0.0
    for x, y in loader:
        out = model(x)
        loss = criterion(out, y)
        loss.backward()
        optimizer.step()
        a += loss.item()
        b += float(loss)
        c += loss.detach()
        d += (out.argmax(1) == y).sum()
        e += loss.data * x.size(0)
        loss = loss.detach().cpu().numpy()
        a += np.mean(loss)
        b += loss
    return a, b, c, d, e
