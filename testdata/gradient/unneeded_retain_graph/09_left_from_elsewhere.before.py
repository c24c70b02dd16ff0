# A part of the graph comes from a caller, an attribute, a module that keeps state, a closure.
import torch
from torch import nn


def update_policy(log_probs, advantages, optimizer):
    loss = -(log_probs * advantages).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()


class Model:
    def forward(self):
        self.fake = self.netG(self.real)

    def backward_D(self):
        loss = self.netD(self.fake).mean()
        loss.backward(retain_graph=True)

    def backward_G(self):
        (-self.netD(self.fake).mean()).backward()


class Stateful(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 4)
        self.state = torch.zeros(1, 4)

    def forward(self, x):
        self.state = self.cell(x, self.state)
        return self.state


def train_stateful(loader):
    net = Stateful()
    for x in loader:
        net(x).sum().backward(retain_graph=True)


def benchmark(model, x, run):
    out = model(x)
    run(lambda: out.sum().backward(retain_graph=True))

    def again():
        out.sum().backward(retain_graph=True)

    run(again)
