import torch


class Exp(torch.autograd.Function):
    history = []

    @staticmethod
    def forward(ctx, x):
        names = []
        names.append(x)
        y = x.exp()
        ctx.save_for_backward(y)
        ctx.detached = y.detach()
        return y

    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        return grad * y
