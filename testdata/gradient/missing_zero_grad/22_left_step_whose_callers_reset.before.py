# The loop resets before the step, or after it, or a function between them does.
import torch
from torch import nn


class Trainer:
    def __init__(self, model, loader):
        self.model = model
        self.loader = loader
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)

    def train_step(self, x, y):
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def fit(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            self.train_step(x, y)


def step(model, optimizer, x, y):
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        step(model, optimizer, x, y)
        model.zero_grad()


def never_in_a_loop(model, x, y):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
