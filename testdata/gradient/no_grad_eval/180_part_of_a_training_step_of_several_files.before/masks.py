import torch


def sharpen(scores):
    noise = torch.rand_like(scores)
    return torch.sigmoid(scores + noise)
