# Nobody says that the device is cuda.
import torch


def product(device):
    a = torch.randn(20000, 20000, device=device)
    b = torch.randn(20000, 20000).to(device)
    return a @ b
