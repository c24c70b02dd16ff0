import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        gates = torch.softmax(self.fc(x), dim=-1)
        self.aux_loss = gates.pow(2).mean()
        self.regularizer = gates.abs().sum()
        self.usage = gates.mean(dim=0)
        return gates * x


def train(loader, criterion, optimizer):
    model = Gate()
    for x, y in loader:
        loss = criterion(model(x), y) + 0.1 * model.aux_loss + model.usage.var()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
