# options: minor: true
import torch


class Trainer:
    def __init__(self, net: torch.nn.Module, optimizer):
        self.net = net
        self.optimizer = optimizer

    def prepare(self, x):
        self.scale = self.net(x).mean()

    def step(self, x):
        self.optimizer.zero_grad()
        loss = (self.net(x) * self.scale).mean()
        loss.backward(retain_graph=True)
        self.optimizer.step()
