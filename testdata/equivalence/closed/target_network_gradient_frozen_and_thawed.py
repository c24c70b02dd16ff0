# level: unsafe
# rule: target-network-gradient
import torch
from torch import nn

torch.manual_seed(0)
net, target_net = nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for p in target_net.parameters():
    p.requires_grad = False
target_net.bias.requires_grad = True
for step in range(2):
    x = torch.ones(2, 4)
    later = target_net(x)
    loss = (net(x) - later).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print([p.requires_grad for p in target_net.parameters()], later.requires_grad)
