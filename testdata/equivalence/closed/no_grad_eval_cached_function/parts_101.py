from torch import nn
import torch.utils.data
import functools

class Regressor(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)
        self.register_buffer('rows', torch.zeros(4, width))

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

@functools.lru_cache(maxsize=None)
def encode(net, key):
    return net(torch.ones(2, 4))

def report(net):
    net.eval()
    total = 0.0
    for key in range(2):
        total += encode(net, key).mean().item()
