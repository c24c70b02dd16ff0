# level: safe
# rule: detach-accumulated-loss
from functools import reduce
from operator import add

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0.0
for i, x in enumerate(torch.randn(4, 4)):
    parts = [net(x).pow(2).sum()] * (i % 2)
    loss = reduce(add, parts, 0)
    if parts:
        opt.zero_grad()
        loss.backward()
        opt.step()
    total += loss
print(float(total))
