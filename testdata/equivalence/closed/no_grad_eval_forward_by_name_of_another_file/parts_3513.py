import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)
        self.norms = []


    def forward(self, x):
        h = torch.relu(self.body(x))
        h.register_hook(lambda g: self.norms.append(float(g.norm())))
        return self.head(h)


def stream_of(net, data):
    net.eval()
    for x, y in data:
        out = net(x)
        yield out
        print(out.mean().item())
