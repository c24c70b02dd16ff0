import torch
from torch import mm


def products():
    a = torch.randn(20_000, 20_000).cuda()
    b = torch.empty((20_000, 20_000), device=torch.device("cuda:0"))
    yield a @ b  # expect: large-gpu-matmul[report]
    yield a.mm(b)  # expect: large-gpu-matmul[report]
    yield a.matmul(b)  # expect: large-gpu-matmul[report]
    yield mm(a, b)  # expect: large-gpu-matmul[report]
    yield torch.linalg.matmul(a, b)  # expect: large-gpu-matmul[report]
    yield a @ b.t()  # expect: large-gpu-matmul[report]
    yield (a.T @ a).sum()  # expect: large-gpu-matmul[report]
