# Closures that are methods, made in the loop, or wrapped in a lambda.
import torch
from torch.optim import LBFGS


class Fitter:
    def __init__(self, model, x):
        self.model = model
        self.x = x
        self.solver = LBFGS(self.model.parameters(), lr=0.1)

    def closure(self):
        self.solver.zero_grad()
        loss = self.model(self.x).pow(2).mean()
        loss.backward()  # expect: missing-zero-grad[unsafe]
        return loss

    def run(self, n):
        for _ in range(n):
            self.solver.step(self.closure)


def made_in_the_loop(model, batches):
    solver = LBFGS(model.parameters())
    for x in batches:

        def objective():
            solver.zero_grad()
            value = model(x).pow(2).mean()
            value.backward()  # expect: missing-zero-grad[unsafe]
            return value

        solver.step(closure=objective)


def wrapped(model, batches):
    solver = LBFGS(model.parameters())

    def objective(x):
        solver.zero_grad()
        value = model(x).pow(2).mean()
        value.backward()  # expect: missing-zero-grad[unsafe]
        return value

    for x in batches:
        solver.step(lambda: objective(x))
