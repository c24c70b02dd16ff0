import torch
from torch import nn
from torch.nn.utils import prune


class Pruned(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        prune.l1_unstructured(self.layer, "weight", 0.3)

    def forward(self, x):
        return self.layer(x)


net = Pruned()
net.load_state_dict(torch.load("net.pt"))
with torch.no_grad():
    for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
        print((net(x).argmax(1) == y).sum().item())
