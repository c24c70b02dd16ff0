# What is put into an item of a new dict goes with it.
import torch
from torch import nn


class Fresh(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 64)

    def forward(self, x):
        parts = {}
        parts["hidden"] = {}
        parts["hidden"]["first"] = self.fc(x)
        return parts["hidden"]["first"]


def of_fresh(loader):
    model = Fresh()
    model.eval()
    for x, y in loader:  # expect: no-grad-eval[safe]
        print((model(x).argmax(1) == y).sum().item())
