import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.y = y  # expect: ctx-attribute-tensor[unsafe]
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.y
