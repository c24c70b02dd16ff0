import torch


class Learner:
    def __init__(self, model, criterion, optimizer):
        self.model = model
        self.criterion = criterion
        self.optimizer = optimizer
        self.pending = 0

    def observe(self, x, y):
        loss = self.criterion(self.model(x), y)
        self.pending += loss

    def learn(self):
        self.optimizer.zero_grad()
        self.pending.backward()
        self.optimizer.step()
        self.pending = 0


def closure_style(model, loader, criterion, optimizer):
    total = 0
    for x, y in loader:
        total = total + criterion(model(x), y)
    finish = lambda: total.backward()
    finish()
    optimizer.step()


def helper_style(model, loader, criterion, optimizer):
    total = 0
    for x, y in loader:
        total = total + criterion(model(x), y)
    apply_gradients(total, optimizer)


def apply_gradients(value, optimizer):
    optimizer.zero_grad()
    value.backward()
    optimizer.step()
