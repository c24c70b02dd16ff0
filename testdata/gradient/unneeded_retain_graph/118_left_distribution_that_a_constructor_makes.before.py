import torch
from torch import nn


class Prior(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(3))
        self.normal = torch.distributions.Normal(self.mean, 1.0)

    def forward(self, z):
        return self.normal.log_prob(z).sum(-1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 3)
        self.prior = Prior()

    def forward(self, x):
        return -self.prior(self.encoder(x)).mean()


def train(model, batches, optimizer):
    for x in batches:
        optimizer.zero_grad()
        loss = model(x)
        loss.backward(retain_graph=True)
        optimizer.step()


net = Model()
train(net, [torch.ones(2, 3)], torch.optim.SGD(net.parameters(), lr=0.1))
