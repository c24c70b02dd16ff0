# options: minor: true
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, board):
        super().__init__()
        self.board = board
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        gates = torch.softmax(self.fc(x), dim=-1)
        self.usage = gates.mean(dim=0)
        return gates * x

    def tell(self):
        self.board.put(self.usage)
