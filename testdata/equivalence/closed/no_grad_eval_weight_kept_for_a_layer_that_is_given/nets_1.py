from torch import nn

from norms_1 import norm_of


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 32)
        self.outer = nn.Linear(32, 3)

    def forward(self, inputs):
        return self.outer(self.inner(inputs).relu()) / norm_of(self.inner)
