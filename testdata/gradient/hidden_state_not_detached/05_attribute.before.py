# A module keeps the state from call to call.
# mutations: no-nesting
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 16)
        self.hidden = None

    def forward(self, x):
        out, self.hidden = self.rnn(x, self.hidden)  # expect: hidden-state-not-detached[unsafe]
        return out


def train(loader, criterion):
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        criterion(net(x), y).backward(retain_graph=True)
        optimizer.step()
