# level: safe
# rule: no-grad-eval
import torch
from torch import nn

import zoo


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x):
        return self.fc(x)


def evaluate(net, data):
    net.eval()
    total = 0.0
    for x in data:
        total += net(x).sum().item()
    return total


torch.manual_seed(0)
net = Plain()
zoo.swap(net)
print(evaluate(net, [torch.ones(2, 4)] * 3))
