import torch
import numpy as np


def train(model, loader, criterion, optimizer):
    values, hits, arrays, labels = [], [], [], []
    for x, y in loader:
        out = model(x)
        loss = criterion(out, y)
        loss.backward()
        optimizer.step()
        values.append(loss.item())
        values.append(float(loss))
        values.append(loss.detach())
        values.append(loss.data)
        hits.append(out.argmax(1))
        hits.append((out > 0.5).sum())
        arrays.append(out.detach().cpu().numpy())
        labels.append(y)
    return values, hits, np.concatenate(arrays), labels
