import torch
from torch import nn

import zoo


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x):
        return self.fc(x)


class Made(Plain):
    def forward(self, x):
        import third

        return third.run(self.fc, x)


def evaluate(net, data):
    net.eval()
    total = 0.0
    for x in data:
        total += net(x).sum().item()
    return total


torch.manual_seed(0)
net = Made()
print(evaluate(net, [torch.ones(2, 4)] * 3))
