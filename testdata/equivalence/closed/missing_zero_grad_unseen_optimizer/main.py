import torch
from torch import nn

from stepping import Resetting

torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = Resetting(net.parameters(), lr=0.1)
for x in torch.ones(3, 2, 4):
    loss = net(x).pow(2).mean()
    loss.backward()
    optimizer.step()
print(net.weight.sum().item())
