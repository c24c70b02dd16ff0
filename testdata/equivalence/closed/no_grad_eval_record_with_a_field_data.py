# level: safe
# rule: no-grad-eval
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Batch:
    data: torch.Tensor
    size: int


torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 2, 4):
    batch = Batch(net(x), len(x))
    loss = batch.data.pow(2).sum() / batch.size
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
