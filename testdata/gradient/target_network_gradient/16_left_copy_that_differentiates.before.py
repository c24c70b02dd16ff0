# The copy computes a gradient of its own in forward(), which needs its graph.
import copy

import torch
from torch import nn


class Slopes(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        x = x.clone().requires_grad_()
        hidden = torch.relu(self.body(x))
        (slope,) = torch.autograd.grad(hidden.sum(), x, retain_graph=True)
        return self.head(hidden) + slope.sum().item()


def train(loader):
    net = Slopes()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    target_net = copy.deepcopy(net)
    for x, y in loader:
        later = target_net(x)
        wanted = y + 0.9 * later
        loss = nn.functional.mse_loss(net(x), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
