# level: safe
# rule: no-grad-eval
import torch
from torch import nn
import functools


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def checked(function):
    @functools.wraps(function)
    def run(*args):
        result = function(*args)
        sum(r.sum() for r in result).backward()
        return result
    return run


@checked
def predict(net, data):
    net.eval()
    kept = []
    for x in data:
        kept.append(net(x))
    return kept


net = Net()
net.eval()
got = predict(net, [torch.ones(3, 4)])
print([v.detach().sum().item() for v in got])
