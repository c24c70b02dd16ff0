# options: minor: true
import torch


def pooled(x: torch.Tensor):
    return x.mean(1, keepdim=True).squeeze(0)
