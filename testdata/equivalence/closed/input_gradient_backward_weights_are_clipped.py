# level: unsafe
# rule: input-gradient-backward
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
x = torch.ones(2, 4, requires_grad=True)
loss = net(x).pow(2).mean()
loss.backward()
print(x.grad.sum().item())
print(nn.utils.clip_grad_norm_(net.parameters(), 1.0).item())
