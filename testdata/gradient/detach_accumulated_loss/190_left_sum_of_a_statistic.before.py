import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, net: nn.Module):
        super().__init__()
        self.net = net
        self.register_buffer("running_mean", torch.zeros(()))

    def fit(self, loader, optimizer):
        for x in loader:
            optimizer.zero_grad()
            loss = self.net(x).mean()
            loss.backward()
            optimizer.step()
            self.running_mean += loss
