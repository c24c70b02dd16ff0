import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(3))
        self.layer = nn.Linear(3, 1)
        self.scale = torch.exp(self.log_scale)

    def forward(self, x):
        return self.layer(x * self.scale)


net = Scaled()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train(batches):
    for x in batches:
        optimizer.zero_grad()
        loss = net(x).pow(2).mean()
        loss.backward(retain_graph=True)
        optimizer.step()


train([torch.ones(2, 3)])
