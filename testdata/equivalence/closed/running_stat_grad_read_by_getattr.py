# level: safe
# rule: running-stat-grad
from torch import nn
import torch.utils.data

class Whiten(nn.Module):

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))
        self.register_buffer('running_mean', torch.zeros(4))

    def forward(self, x):
        x = x * self.weight
        mean = x.mean(dim=0)
        self.running_mean += 0.1 * (mean - self.running_mean)
        return x - (self.get_buffer('running_mean') if self._buffers else mean)
norm = Whiten()
for x in [torch.randn(3, 4) for _ in range(3)]:
    loss = norm(x).pow(2).mean() + vars(norm).get('running_mean', torch.zeros(1)).sum()
    loss.backward()
print(norm.weight.tolist())
