# options: minor: false
import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 64, 3)
        self.head = nn.Linear(4096, 6)

    def forward(self, x):
        return self.head(self.conv(x).flatten(1))


def train(generator, loader):
    features = Net()
    optimizer = torch.optim.Adam(generator.parameters())
    for low, high in loader:
        made = features(generator(low))
        real = features(high).detach()  # expect: no-grad-eval[safe]
        loss = F.l1_loss(made, real)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
