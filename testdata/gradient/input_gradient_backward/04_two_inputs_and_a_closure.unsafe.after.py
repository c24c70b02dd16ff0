# mutations: no-nesting
import torch


def invert(model, first, second, target):
    first = first.clone().requires_grad_()
    second = second.clone().requires_grad_()
    optimizer = torch.optim.LBFGS([first, second])

    def closure():
        optimizer.zero_grad()
        loss = (model(first, second) - target).pow(2).mean()
        loss.backward(inputs=[first, second])  # expect: input-gradient-backward[unsafe]
        return loss

    optimizer.step(closure)
    return first.detach(), second.detach()
