import torch
from torch import nn


class Hub(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.head = nn.Linear(4, 4)

    @torch.no_grad()
    def forward(self, wav):
        return self.model.forward(wav, hidden=True)
