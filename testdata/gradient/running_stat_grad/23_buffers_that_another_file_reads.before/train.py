import torch
from norm import Norm
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), Norm(4), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(10):
    loss = net(torch.randn(8, 4)).pow(2).mean() + sum(b.pow(2).sum() for b in net.buffers())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
