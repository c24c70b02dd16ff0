import torch
from torch import nn


class Context:
    pass


class Function:
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.y = y
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.y


class Layer(nn.Module):
    def forward(self, ctx, x):
        ctx.x = x.exp()
        return x
