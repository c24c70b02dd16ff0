import torch
from torch import nn

class Classifier(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

class Loader:

    def __init__(self, count, net=None):
        self.batches = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(count)]

    def __iter__(self):
        for x, y in self.batches:
            yield (x, y)

def validate(net, data, on_batch=print):
    for x, y in data:
        on_batch(net(x).mean().item())

class Agent:
    pass
