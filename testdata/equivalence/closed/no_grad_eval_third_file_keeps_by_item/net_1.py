import torch
from torch import nn
from memo_1 import Memo


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)
        self.memo = Memo(self.layer)

    def forward(self, x):
        return self.layer(x) / self.memo["norm"]
