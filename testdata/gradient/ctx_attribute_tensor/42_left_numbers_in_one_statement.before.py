import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low: float, high: float):
        ctx.low, ctx.high = low, high
        return x * (high - low)

    @staticmethod
    def backward(ctx, grad):
        return grad * (ctx.high - ctx.low), None, None


class Split(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.rows, ctx.columns = x.shape
        return x.sum()

    @staticmethod
    def backward(ctx, grad):
        return grad.expand(ctx.rows, ctx.columns)
