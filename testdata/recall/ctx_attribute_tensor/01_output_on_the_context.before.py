# Reported at https://github.com/pytorch/pytorch/issues/25340
# The output of a Function stored on its context is never collected.
import torch


class Squash(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.sigmoid(x)
        ctx.y = y  # expect: ctx-attribute-tensor[unsafe]
        return y

    @staticmethod
    def backward(ctx, grad_output):
        y = ctx.y
        return grad_output * y * (1 - y)
