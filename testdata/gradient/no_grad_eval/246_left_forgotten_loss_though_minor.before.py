# options: minor: true
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def train(generator: Net, critic: Net, loader, optimizer):
    for real in loader:
        optimizer.zero_grad()
        d_loss = critic(real).mean()
        penalty = critic(generator(real)).pow(2).mean()
        penalty.backward()
        optimizer.step()
        print(d_loss.item())
