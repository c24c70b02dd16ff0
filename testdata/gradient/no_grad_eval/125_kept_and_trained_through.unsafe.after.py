# What is kept is read before it is kept again, and trained through.
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        self.hidden = self.body(x)
        return self.head(self.hidden)

    def penalty(self):
        return self.hidden.pow(2).mean()


@torch.no_grad()
def test(model: Net, loader):
    model.eval()
    total = 0
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        total += model(x).mean().item()
    return total


def train(model: Net, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        (model(x).mean() + model.penalty()).backward()
        optimizer.step()
