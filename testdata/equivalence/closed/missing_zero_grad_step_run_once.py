# level: unsafe
# rule: missing-zero-grad
import torch
from torch import nn


def fit(net, optimizer, x):
    loss = net(x).pow(2).mean()
    loss.backward()
    optimizer.step()


torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net(torch.ones(2, 4)).mean().backward()
fit(net, optimizer, torch.ones(2, 4))
print(net.weight.sum().item())
