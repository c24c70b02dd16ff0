# level: unsafe
# rule: target-network-gradient
import torch
from torch import nn


class Pair:
    def __init__(self):
        self.net, self.target_net = nn.Linear(4, 1), nn.Linear(4, 1)

    def parameters(self):
        return [*self.net.parameters(), *self.target_net.parameters()]


torch.manual_seed(0)
pair = Pair()
optimizer = torch.optim.SGD(pair.parameters(), lr=0.1)
for step in range(2):
    x = torch.ones(2, 4)
    later = 3 * pair.target_net(x)
    loss = (pair.net(x) - later).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(pair.target_net.weight.sum().item())
