# level: unsafe
# rule: target-network-gradient
import torch
from torch import nn

torch.manual_seed(0)
net, target_net = nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(2):
    x = torch.ones(2, 4)
    with torch.set_grad_enabled(step > 0):
        later = target_net(x)
        print(later.requires_grad)
    loss = (net(x) - later).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(net.weight.sum().item())
