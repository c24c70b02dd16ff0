import torch
from torch import nn

net = nn.Linear(2, 2)
criterion = nn.MSELoss()


class Learner:
    def __init__(self, buffer):
        self.buffer = buffer

    def learn(self, optimizer):
        loss = torch.stack(self.buffer).sum()
        loss.backward()
        optimizer.step()


def run(train_loader, optimizer):
    buffer = []
    learner = Learner(buffer)
    for x in train_loader:
        buffer.append(net(x))
    learner.learn(optimizer)


def last_one(train_loader, optimizer):
    losses = []
    for x, y in train_loader:
        losses.append(criterion(net(x), y))
        losses[-1].backward()
        optimizer.step()


def by_criterion(train_loader, target, optimizer):
    outs = []
    for x in train_loader:
        outs.append(net(x))
    loss = criterion(torch.cat(outs), target)
    grads = torch.autograd.grad(loss, net.parameters())
    return grads


def pairs(train_loader, accelerator):
    rows = []
    for x, y in train_loader:
        rows.append({"loss": criterion(net(x), y), "n": len(y)})
    accelerator.backward(sum(r["loss"] for r in rows))


def generator(train_loader):
    kept = []
    for x in train_loader:
        kept.append(net(x))
        yield kept[-1]


class Node:
    def __init__(self):
        self.buffer = []

    def fill(self, train_loader):
        alias = self.buffer
        for x in train_loader:
            alias.append(net(x))

    def learn(self, optimizer):
        sum(b.sum() for b in self.buffer).backward()
        optimizer.step()
