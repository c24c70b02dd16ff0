# options: minor: true
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4096, 4096)

    def forward(self, x):
        return self.fc(x)


def train(generator: Net, critic: Net, loader, criterion, optimizer, relative):
    for real in loader:
        optimizer.zero_grad()
        made = generator(real)
        real_score = critic(real).detach()
        made_score = critic(made)
        if relative:
            g_loss = criterion(made_score - real_score.mean(0), real)
        else:
            g_loss = criterion(made_score - real_score, real)
        g_loss = criterion(critic(made), real)
        g_loss.backward()
        optimizer.step()
