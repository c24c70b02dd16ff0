# level: safe
# rule: running-stat-grad
import torch
from torch import nn

class Whiten(nn.Module):

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.register_buffer('running_mean', torch.zeros(4))

    def forward(self, x):
        x = x * self.weight
        mean = x.var(0)
        self.running_mean = self.running_mean.lerp(mean, 0.1)
        return x - (self.get_buffer('running_mean') if self._buffers else mean)

class Child(Whiten):
    pass
norm = Child()
for x in [torch.randn(3, 4) for _ in range(3)]:
    loss = norm(x).pow(2).mean()
    loss.backward()
print(norm.weight.tolist())
