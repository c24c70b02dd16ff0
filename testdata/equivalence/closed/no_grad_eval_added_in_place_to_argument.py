# level: safe
# rule: no-grad-eval
from torch import nn
import torch.utils.data

class Policy(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

def residual(net, x, y):
    net.eval()
    y += net(x)
net = Policy()
target_of = torch.zeros(2, 1)
print(residual(net, torch.ones(2, 4), target_of))
[v.mean().backward() for v in [target_of]]
