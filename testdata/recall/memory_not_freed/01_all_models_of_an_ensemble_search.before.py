# Reported at https://github.com/py-why/causaltune/issues/108
# Every fitted model of a search is kept although only the best score is used.
import torch
from torch import nn


def search(widths, x, y):
    models = []
    best = float("inf")
    for width in widths:
        model = nn.Sequential(nn.Linear(1000, width), nn.ReLU(), nn.Linear(width, 1)).cuda()
        optimizer = torch.optim.Adam(model.parameters())
        for _ in range(100):
            optimizer.zero_grad()
            loss = (model(x) - y).pow(2).mean()
            loss.backward()
            optimizer.step()
        best = min(best, loss.item())
        models.append(model)  # expect: memory-not-freed[report]
    return best
