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


def unpack(batch, net):
    states, rewards, last = zip(*batch)
    values = net(torch.stack(last))[:, 0]
    rewards = torch.tensor(rewards) + 0.99 * values.data
    return torch.stack(states), rewards


def train(source):
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    for batch in source:
        states, rewards = unpack(batch, net)
        loss = (net(states)[:, 1] - rewards).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
