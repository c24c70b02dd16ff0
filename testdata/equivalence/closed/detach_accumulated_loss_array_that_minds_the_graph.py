# level: safe
# rule: detach-accumulated-loss
import torch
from torch import nn
import numpy as np


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.05)
total = 0.0
for x, y in [(torch.ones(3, 4), torch.ones(3, 1))] * 2:
    opt.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    total += loss
try:
    print([float(np.asarray(v).sum()) for v in [total]])
except RuntimeError:
    print('graph')
