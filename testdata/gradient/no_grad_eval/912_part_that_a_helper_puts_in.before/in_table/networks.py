from torch import nn

from parts import Signed


class Updated(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4096, 4096)
        self.__dict__["_modules"].update(layer=Signed())

    def encode(self, x):
        return self.layer(x)

    def forward(self, x):
        return self.layer(x)
