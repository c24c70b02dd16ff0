# options: minor: true
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, learn):
        super().__init__()
        self.learn = learn
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        with torch.set_grad_enabled(self.learn):
            gates = torch.softmax(self.fc(x), dim=-1)
            self.usage = gates.mean(dim=0)
        return gates * x
