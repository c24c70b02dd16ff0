# level: safe
# rule: detach-stored-tensor
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
outs = []
for x in torch.ones(3, 2, 4):
    out = net(x)
    outs.append(out)
    for kept in outs:
        kept.mul_(2)
    out.sum().backward()
print(net.weight.grad.sum().item())
