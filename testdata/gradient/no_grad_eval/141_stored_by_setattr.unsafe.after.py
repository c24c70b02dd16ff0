import torch
from torch import nn


class Memory:
    def append(self, value):
        setattr(self, "last", value)

    def mean(self):
        return getattr(self, "last").mean()


@torch.no_grad()
def extract(net, batches, memory: Memory):
    net.eval()
    for x in batches:  # expect: no-grad-eval[unsafe]
        memory.append(torch.relu(net(x)))


class Sized(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        setattr(self, "width", 6)

    def forward(self, x):
        setattr(self, "rows", len(x))
        return self.body(x)


@torch.no_grad()
def test(net, batches):
    net.eval()
    for x in batches:  # expect: no-grad-eval[safe]
        print(net(x).argmax().item())


test(Sized(), [torch.ones(3, 4)])
