import torch

matrix = torch.randn(1000, 1000, device="cuda")
vector = torch.randn(1000, device="cuda")
print(matrix @ vector)


@torch.no_grad()
def f(x):
    x @= matrix
    return x
