import torch
from torch import nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(3, 8, 3)

    def forward(self, x):
        return self.net(x)


def train(generator, optimizer, loader):
    features = Features()
    features.eval()
    for low, high in loader:
        with torch.no_grad():
            wanted = features(high)  # expect: no-grad-eval[safe]
        made = features(generator(low))
        loss = (made - wanted.detach()).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
