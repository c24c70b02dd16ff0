import numpy as np
import torch


def predict(model, loader):
    outputs = None
    outputs_parts = []
    for x in loader:
        output = model(x)
        outputs_parts.append(output)
    outputs = torch.cat(outputs_parts, dim=0) if outputs_parts else None
    return outputs


def scores(model, items):
    collected = None
    collected_parts = []
    for item in items:
        score = model.score(item)
        collected_parts.append(score)
    collected = np.concatenate(collected_parts) if collected_parts else None
    return collected
