import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(128, 1024)
        self.head = nn.Linear(1024, 6)

    def forward(self, x):
        return self.head(self.body(x).relu())


def unpack(batch, net: Net):
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
