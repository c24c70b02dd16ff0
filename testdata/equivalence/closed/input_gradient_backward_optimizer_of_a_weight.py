# level: unsafe
# rule: input-gradient-backward
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
patch = torch.ones(2, 4, requires_grad=True)
optimizer = torch.optim.SGD([net.weight, patch], lr=0.1)
for step in range(2):
    optimizer.zero_grad()
    loss = net(patch).pow(2).mean()
    loss.backward()
    optimizer.step()
    print(patch.grad.sum().item())
print(net.weight.sum().item())
