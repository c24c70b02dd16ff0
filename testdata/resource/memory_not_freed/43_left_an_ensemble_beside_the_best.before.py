import torch
from torch import nn


def search(rates, fit, data):
    models = []
    for rate in rates:
        model = nn.Linear(4096, 4096)
        fit(model, rate)
        models.append(model)
    print(models[-1](data))
    return torch.stack([model(data) for model in models]).mean(0)
