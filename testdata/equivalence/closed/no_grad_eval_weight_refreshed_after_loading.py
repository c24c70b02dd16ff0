# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.raw = nn.Parameter(torch.ones(2, 3))
        self.weight = None

    def load_state_dict(self, state, strict=True):
        result = super().load_state_dict(state, strict)
        self.weight = torch.sigmoid(self.raw)
        return result

    def forward(self, x):
        return x @ self.weight.t()


def evaluate(net, state, batches):
    net.load_state_dict(state)
    net.eval()
    total = 0.0
    for x in batches:
        total += net(x).sum().item()
    return total


net = Net()
batches = torch.ones(2, 4, 3)
print(evaluate(net, {"raw": torch.ones(2, 3)}, batches))
net(batches[0]).pow(2).mean().backward()
print(net.raw.grad.abs().sum().item())
