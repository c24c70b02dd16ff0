# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


net = Net()
view_of = []
(outs,) = (view_of,)
net.eval()
for x in [torch.ones(3, 4)]:
    outs.append(net(x) * 2)
net.train()
for v in view_of:
    v.sum().backward()
