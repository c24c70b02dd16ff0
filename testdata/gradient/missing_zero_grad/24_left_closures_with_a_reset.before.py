# Reset in the closure, by the optimizer, the model or by hand.
import torch


def by_optimizer(model, x):
    solver = torch.optim.LBFGS(model.parameters())

    def closure():
        solver.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        return loss

    for _ in range(20):
        solver.step(closure)


def by_model(model, x):
    solver = torch.optim.LBFGS(model.parameters())

    def closure():
        loss = model(x).pow(2).mean()
        model.zero_grad(set_to_none=True)
        loss.backward()
        return loss

    for _ in range(20):
        solver.step(closure)


def conditionally(model, x):
    solver = torch.optim.LBFGS(model.parameters())

    def closure():
        if torch.is_grad_enabled():
            solver.zero_grad()
        loss = model(x).pow(2).mean()
        if loss.requires_grad:
            loss.backward()
        return loss

    for _ in range(20):
        solver.step(closure)


def wrapped(model, x):
    solver = torch.optim.LBFGS(model.parameters())

    def evaluate():
        solver.zero_grad()
        return loss_of()

    def loss_of():
        loss = model(x).pow(2).mean()
        loss.backward()
        return loss

    for _ in range(20):
        solver.step(lambda: evaluate())
