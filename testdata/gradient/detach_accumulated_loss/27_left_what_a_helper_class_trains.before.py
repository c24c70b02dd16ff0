import torch
from torch import nn

criterion = nn.MSELoss()
net = nn.Linear(2, 2)


class Learner:
    def __init__(self, totals):
        self.totals = totals

    def learn(self, optimizer):
        loss = self.totals["loss"]
        loss.backward()
        optimizer.step()


def run(train_loader, optimizer):
    totals = {"loss": 0.0}
    learner = Learner(totals)
    for x, y in train_loader:
        totals["loss"] += criterion(net(x), y)
    learner.learn(optimizer)


def engines(train_loader, accelerator, fabric, scaler):
    a = b = c = 0.0
    for x, y in train_loader:
        a += criterion(net(x), y)
        b += criterion(net(x), y)
        c += criterion(net(x), y)
    accelerator.backward(a)
    fabric.backward(b / 2)
    scaler.scale(c).backward()
