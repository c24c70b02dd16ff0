# The squeeze is the only use of the name.
import torch


def pool(x: torch.Tensor, y: torch.Tensor):
    mean = x.mean(1)  # expect: needless-keepdim[safe]
    top = y.max(-1)[0]  # expect: needless-keepdim[safe]
    scaled = y * 2
    return mean + scaled, top
