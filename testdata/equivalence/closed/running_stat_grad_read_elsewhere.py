# level: safe
# rule: running-stat-grad
import torch
from torch import nn


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.register_buffer("running_mean", torch.zeros(4))

    def forward(self, x):
        h = self.fc(x)
        self.running_mean = 0.9 * self.running_mean + 0.1 * h.mean(0)
        return h

    def statistic(self):
        return self.running_mean


torch.manual_seed(0)
net = Normed()
net(torch.ones(2, 4)).sum()
print(net.statistic().requires_grad)
