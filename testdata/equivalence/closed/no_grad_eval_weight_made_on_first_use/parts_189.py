import torch
from torch import nn

class Regressor(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)
        self.scale = nn.Parameter(torch.ones(width))

    def forward(self, x):
        h = torch.relu(self.body(x))
        if not hasattr(self, 'w'):
            self.w = self.scale.exp()
        h = h * self.w
        return self.head(h)

def draw_all():
    pass

def evaluate(net, data, callback=print):
    net.eval()
    for x, y in data:
        callback(net(x))
