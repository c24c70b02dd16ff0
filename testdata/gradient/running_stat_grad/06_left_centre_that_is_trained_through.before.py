import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.running_center = torch.zeros(4)

    def forward(self, x):
        h = self.fc(x)
        self.running_center = 0.5 * self.running_center.detach() + 0.5 * h.mean(dim=0)
        return h


def train(loader, optimizer):
    head = Head()
    for x, y in loader:
        h = head(x)
        loss = (h - y).pow(2).mean() + (h - head.running_center).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
