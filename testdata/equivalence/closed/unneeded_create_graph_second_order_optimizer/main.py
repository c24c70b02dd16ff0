import torch
from torch import nn

from curved import Curved

torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = Curved(net.parameters(), lr=0.1)
for x in torch.ones(2, 2, 4):
    optimizer.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward(create_graph=True)
    optimizer.step()
print(net.weight.sum().item())
