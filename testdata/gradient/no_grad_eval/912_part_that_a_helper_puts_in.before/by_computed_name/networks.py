from torch import nn

from parts import Signed


def swap(net):
    for name, _ in list(net.named_children()):
        setattr(net, name, Signed())


class Swapped(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        swap(self)

    def encode(self, x):
        return self.layer(x)

    def forward(self, x):
        return self.layer(x)
