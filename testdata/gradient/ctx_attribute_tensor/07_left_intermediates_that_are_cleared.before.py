import torch


class Softplus(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        e = x.exp()
        ctx.e = e
        y = torch.log1p(e)
        ctx.y = y
        return y

    @staticmethod
    def backward(ctx, grad):
        e, y = ctx.e, ctx.y
        ctx.e = None
        del ctx.y
        return grad * e / (1 + e) + 0 * y
