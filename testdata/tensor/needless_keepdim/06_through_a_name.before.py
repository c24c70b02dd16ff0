# The squeeze is the only use of the name.
import torch


def pool(x: torch.Tensor, y: torch.Tensor):
    mean = x.mean(1, keepdim=True)  # expect: needless-keepdim[safe]
    top = y.max(-1, keepdim=True)[0]  # expect: needless-keepdim[safe]
    scaled = y * 2
    return mean.squeeze(1) + scaled, top.squeeze(-1)
