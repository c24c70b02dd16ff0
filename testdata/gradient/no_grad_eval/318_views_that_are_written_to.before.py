# What is added to a view is in what is viewed, which goes to the training step.
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 64, 3, padding=1)
        self.flat = nn.Flatten()

    def squeezed(self, x):
        out = torch.zeros(x.size(0), 64, 8, 8)
        view = torch.squeeze(out)
        view += self.conv(x)
        return out

    def flattened(self, x):
        out = torch.zeros(x.size(0), 64, 8, 8)
        view = self.flat(out)
        view += self.conv(x).flatten(1)
        return out

    def dropped(self, x):
        out = torch.zeros(x.size(0), 64, 8, 8)
        same = F.dropout(out, training=False)
        same += self.conv(x)
        return out

    def moved(self, x):
        out = torch.zeros(x.size(0), 8, 8, 64)
        view = out.moveaxis(-1, 1)
        view += self.conv(x)
        return out


def train(net, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        sums = [part(x).mean((2, 3)) for part in (net.squeezed, net.flattened, net.dropped)]
        loss = F.cross_entropy(sum(sums), y) + net.moved(x).mean()
        loss.backward()
        optimizer.step()
