# The same dimension is kept and squeezed.
import torch


def pool(x: torch.Tensor, d):
    a = x.mean(1, keepdim=True).squeeze(1)  # expect: needless-keepdim[safe]
    b = x.sum(dim=-1, keepdim=True).squeeze(-1)  # expect: needless-keepdim[safe]
    e = x.norm(2, 1, keepdim=True).squeeze(dim=1)  # expect: needless-keepdim[safe]
    f = x.std(d, keepdim=True).squeeze(d)  # expect: needless-keepdim[safe]
    g = x.argmax(keepdim=True, dim=0).squeeze(0)  # expect: needless-keepdim[safe]
    return a, b, e, f, g
