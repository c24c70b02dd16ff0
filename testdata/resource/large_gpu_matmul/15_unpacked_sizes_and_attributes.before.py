import torch
from torch import nn


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.keys = torch.randn(20000, 20000, device="cuda")
        self.values = nn.Parameter(torch.randn(20000, 20000).cuda())
        self.rows = torch.randn(20000, 20000, device="cuda")

    def shrink(self):
        self.rows = self.rows[:10]

    def forward(self, x):
        return self.keys @ self.values, self.rows @ self.keys  # expect: large-gpu-matmul[report]


def unpacked():
    n, m = 20000, 30000
    a = torch.randn(n, m, device="cuda")
    b = torch.randn(m, n, device="cuda")
    return torch.matmul(a, b)  # expect: large-gpu-matmul[report]
