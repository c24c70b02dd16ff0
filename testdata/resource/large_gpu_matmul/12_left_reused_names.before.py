# What the name holds depends on the path.
import torch


def product(fast):
    a = torch.randn(20000, 20000, device="cuda")
    if fast:
        a = a[:100]
    b = torch.randn(20000, 20000, device="cuda")
    return a @ b, a[:10] @ b
