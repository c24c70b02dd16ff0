# level: safe
# rule: no-grad-eval
import statistics

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for batches in torch.randn(3, 3, 2, 4):
    losses = [net(x).pow(2).sum() for x in batches]
    loss = statistics.median(losses)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
