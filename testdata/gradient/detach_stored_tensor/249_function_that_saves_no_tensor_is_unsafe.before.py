# What backward() needs is on the context, and is there for a second pass.
import torch
from torch import nn


class Hinge(torch.autograd.Function):
    @staticmethod
    def forward(ctx, weight, x):
        score = x @ weight
        ctx.x = x[score < 1]
        return (1 - score).clamp(min=0)

    @staticmethod
    def backward(ctx, grad):
        return -ctx.x.sum(0) * grad.mean(), None


class Trainer:
    def __init__(self):
        self.weight = nn.Parameter(torch.zeros(3))
        self.optimizer = torch.optim.SGD([self.weight], lr=0.1)

    def epoch(self, batches):
        losses = []
        for x in batches:
            loss = Hinge.apply(self.weight, x).mean()
            losses.append(loss)  # expect: detach-stored-tensor[unsafe]
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return losses
