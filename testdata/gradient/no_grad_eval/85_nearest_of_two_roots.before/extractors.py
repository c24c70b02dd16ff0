import torch
from torch import nn


class Extractor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2048, 2048)

    def forward(self, x):
        with torch.no_grad():
            return self.body(x)
