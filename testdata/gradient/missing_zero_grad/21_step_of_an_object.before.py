# A loop over the object's own loader, a comprehension, and a loop outside the class.
import torch
from torch import nn


class Trainer:
    def __init__(self, model, loader):
        self.model = model
        self.loader = loader
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)

    def compute_loss(self, batch):
        x, y = batch
        return nn.functional.mse_loss(self.model(x), y)

    def train_step(self, batch):
        loss = self.compute_loss(batch)
        if torch.isnan(loss):
            return None
        loss.backward()  # expect: missing-zero-grad[unsafe]
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        return loss.item()

    def fit(self, epochs):
        for _ in range(epochs):
            print([self.train_step(batch) for batch in self.loader])


class Learner:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self, x, y):
        loss = nn.functional.cross_entropy(self.net(x), y)
        loss.backward()  # expect: missing-zero-grad[unsafe]
        self.optimizer.step()


def main(net, loader):
    learner = Learner(net)
    for x, y in loader:
        learner.learn(x, y)


def one_step(model, optimizer, x, y):
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()  # expect: missing-zero-grad[unsafe]
    optimizer.step()
    return loss.item()


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    return [one_step(model, optimizer, x, y) for x, y in loader]
