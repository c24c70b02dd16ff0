import torch


def center(x: torch.Tensor):
    return torch.mean(x, 1, keepdim=True).squeeze(1)
