# level: unsafe
# rule: input-gradient-backward
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
kept = x = torch.ones(2, 4, requires_grad=True)
other = torch.zeros(2, 4, requires_grad=True)
loss = (net(x) + net(other)).pow(2).mean()
x = torch.ones(1)
loss.backward()
x = other.requires_grad_()
print(x.grad.sum().item())
