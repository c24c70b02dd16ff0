# level: safe
# rule: no-grad-eval
import torch
from torch import nn

class Regressor(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)
        self.scale = nn.Parameter(torch.ones(width))
        self.cache = {}

    def forward(self, x):
        h = torch.relu(self.body(x))
        if 'w' not in self.cache:
            self.cache['w'] = self.scale.exp()
        h = h * self.cache['w']
        return self.head(h)

def residual(net, x, y):
    net.eval()
    y += net(x)
model = Regressor()
goal = torch.zeros(2, 1)
print(residual(model, torch.ones(2, 4), goal))
