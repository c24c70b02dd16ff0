# The first run fills the cache. Filled without gradients, the training after it would have
# nothing to differentiate.
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.zeros(1))
        self.weight = None

    def forward(self, x):
        if self.weight is None:
            self.weight = self.scale.exp()
        return x * self.weight


net = Scaled()
net.eval()
for x in torch.ones(2, 1):
    scaled = net(x)
    print(scaled.item())
net.train()
net(torch.ones(1)).sum().backward()
print(net.scale.grad)
