import torch
from torch import nn


class Signed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)

    def forward(self, x):
        out = self.layer(x)
        return out if getattr(out, "requires_grad") else -out


@torch.no_grad()
def count(batches):
    net = Signed()
    net.load_state_dict(torch.load("net.pt"))
    for x, y in batches:  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())


count(torch.load("test.pt"))
