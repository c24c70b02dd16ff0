# level: safe
# rule: no-grad-eval
import torch
from torch import nn

class Net(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)
        self.state = torch.zeros(1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        h = h + self.state * 0.1
        self.state = h.mean().reshape(1)
        return self.head(h)
memo = {}

def features_of(net, key):
    memo[key] = net(torch.ones(2, 4))
    return memo[key]

def evaluate(net):
    net.eval()
    total = 0.0
    for key in range(2):
        total += features_of(net, key).mean().item()
net = Net()
evaluate(net)
