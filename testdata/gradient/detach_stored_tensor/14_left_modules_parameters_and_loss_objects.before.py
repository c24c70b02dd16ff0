import torch
from torch import nn


def build(model, names, train_loader):
    layers, criteria, params = [], [], []
    for name in names:
        layer = nn.Linear(4, 4)
        layers.append(layer)
        criteria.append(create_loss(name))
        criteria.append(nn.MSELoss())
        for p in layer.parameters():
            params.append(p)
    extra = [nn.Parameter(torch.zeros(3)) for batch in train_loader]
    return nn.Sequential(*layers), criteria, params, extra
