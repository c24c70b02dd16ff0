# level: unsafe
# rule: unneeded-retain-graph
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        self.scale = nn.Parameter(torch.ones(6))

    def forward(self, x):
        h = torch.relu(self.body(x))
        if not hasattr(self, "w"):
            self.w = self.scale.exp()
        return h * self.w


def train_epoch(policy, loader):
    for data, label in loader:
        output = policy(data)
        loss = (output - label).mean()
        loss.backward(retain_graph=True)


policy = Encoder()
train_epoch(policy, [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)])
