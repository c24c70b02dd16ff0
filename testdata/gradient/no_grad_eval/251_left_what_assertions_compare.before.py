import torch
from torch import nn


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x) * 2


plain = Twice()
scripted = torch.jit.script(plain)
for _ in range(50):
    x = torch.randn(8, 4)
    torch.testing.assert_close(scripted(x), plain(x))
