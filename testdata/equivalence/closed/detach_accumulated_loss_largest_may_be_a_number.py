# level: safe
# rule: detach-accumulated-loss
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0.0
for i, x in enumerate(torch.randn(4, 4)):
    loss = max(0, 1 - net(x).sum() * (40 if i == 1 else 0.01) * (1 if net(x).sum() > 0 else -1))
    if loss != 0:
        opt.zero_grad()
        loss.backward()
        opt.step()
    total += loss
print(float(total))
