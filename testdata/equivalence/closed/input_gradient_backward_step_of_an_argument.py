# level: unsafe
# rule: input-gradient-backward
import torch
from torch import nn


def attack(net, optimizer):
    x = torch.ones(2, 4, requires_grad=True)
    loss = net(x).pow(2).mean()
    loss.backward()
    optimizer.step()
    print(x.grad.sum().item())


torch.manual_seed(0)
net = nn.Linear(4, 1)
attack(net, torch.optim.SGD(net.parameters(), lr=0.1))
print(net.weight.sum().item())
