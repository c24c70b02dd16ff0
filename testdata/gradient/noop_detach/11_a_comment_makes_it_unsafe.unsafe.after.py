import torch


def clean(x):
    h = torch.relu(x)
    return x
