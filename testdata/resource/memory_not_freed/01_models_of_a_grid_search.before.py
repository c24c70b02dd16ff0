# The models stay, though only the scores are wanted.
import torch
from torch import nn


def search(widths, fit):
    models, scores = [], []
    kept = []
    for width in widths:
        model = nn.Sequential(nn.Linear(10, width), nn.ReLU(), nn.Linear(width, 1))
        scores.append(fit(model))
        kept.append(model)  # expect: memory-not-freed[report]
    print(len(kept))
    return max(scores), models
