# What came in belongs to the caller, and the number beside it can't be saved with it.
import torch


class Mean(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x, ctx.count = x, x.shape[0]
        return x.sum() / ctx.count

    @staticmethod
    def backward(ctx, grad):
        return torch.ones_like(ctx.x) * grad / ctx.count
