# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 1)

    def forward(self, x):
        return torch.relu(self.body(x))


torch.manual_seed(0)
net = Net()
rows = torch.empty(0, 1).requires_grad_()
for x in [torch.randn(3, 4) for _ in range(3)]:
    rows = torch.cat([net(x).detach(), rows])
print(rows.requires_grad, rows.is_leaf)
