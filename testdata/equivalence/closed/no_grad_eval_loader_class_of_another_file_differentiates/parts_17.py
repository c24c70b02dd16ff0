import torch
from torch import nn

class Regressor(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

class Hard:

    def __init__(self, count, net=None):
        self.batches = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(count)]
        self.net = net

    def __iter__(self):
        for x, y in self.batches:
            x = x.clone().requires_grad_()
            x = (x + 0.1 * torch.autograd.grad(self.net(x).sum(), x)[0]).detach()
            yield (x, y)

def validate(net, data, callback=print):
    for x, y in data:
        callback(net(x).mean().item())
