import torch
from torch import nn

from keeping import keep

torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
replay_buffer = []
for x in torch.ones(2, 2, 4):
    value = net(x)
    replay_buffer.append(value)
    keep(value)
    loss = value.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
for value in replay_buffer:
    print(value.requires_grad)
