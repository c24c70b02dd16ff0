import numpy as np
import torch


def predict(model, loader):
    outputs = None
    for x in loader:
        output = model(x)
        if outputs is None:
            outputs = output
        else:
            outputs = torch.cat([outputs, output], dim=0)  # expect: cat-in-loop[unsafe]
    return outputs


def scores(model, items):
    collected = None
    for item in items:
        score = model.score(item)
        if collected is not None:
            collected = np.concatenate((collected, score))  # expect: cat-in-loop[unsafe]
        else:
            collected = score
    return collected
