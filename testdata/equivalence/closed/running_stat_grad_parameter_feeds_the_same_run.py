# level: unsafe
# rule: running-stat-grad
import torch
from torch import nn


def normed(h, running_mean):
    running_mean = 0.9 * running_mean + 0.1 * h.mean(0)
    return h - running_mean


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.register_buffer("running_mean", torch.zeros(4))

    def forward(self, x):
        return normed(self.fc(x), self.running_mean)


torch.manual_seed(0)
net = Normed()
net(torch.ones(2, 4) * 2).pow(2).mean().backward()
print(net.fc.weight.grad.sum().item())
