import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 1)
        self.scale = nn.Parameter(torch.ones(1))
        self.w = None
    def forward(self, x):
        if self.w is None:
            self.w = self.scale.exp()
        return self.body(x) * self.w
