import torch
from torch import nn


class LossAgg:
    def __init__(self):
        self.losses = []

    def add_loss(self, loss):
        self.losses.append(loss)

    def total_loss(self):
        return sum(self.losses)


def train(model, loader, optimizer):
    criterion = nn.MSELoss()
    aggregate = LossAgg()
    for x, y in loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        aggregate.add_loss(loss)  # expect: detach-stored-tensor[safe]
    print(float(aggregate.total_loss()))
