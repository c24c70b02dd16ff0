# level: unsafe
# rule: target-network-gradient
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.net, self.target_net = nn.Linear(4, 1), nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, x):
        later = self.target_net(x)
        loss = (self.net(x) - later).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
pair = Pair()
whole = torch.optim.Adam(pair.parameters(), lr=0.1)
for step in range(2):
    pair.step(torch.ones(2, 4))
    whole.step()
print(pair.target_net.weight.sum().item())
