# options: minor: true
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        gates = torch.softmax(self.fc(x), dim=-1)
        self.aux_loss = gates.pow(2).mean()
        return gates * x
