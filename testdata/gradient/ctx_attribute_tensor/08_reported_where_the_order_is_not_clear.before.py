import torch


class Maybe(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, keep):
        y = x.exp()
        if keep:
            ctx.y = y  # expect: ctx-attribute-tensor[report]
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.y, None


class Starred(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, *rest):
        y = x.exp()
        ctx.save_for_backward(*rest)
        ctx.y = y  # expect: ctx-attribute-tensor[report]
        return y

    @staticmethod
    def backward(ctx, grad):
        rest = ctx.saved_tensors
        return (grad * ctx.y,) + tuple(rest)


class ReadElsewhere(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.y = y  # expect: ctx-attribute-tensor[report]
        return y

    @staticmethod
    def derivative(ctx):
        return ctx.y

    @staticmethod
    def backward(ctx, grad):
        return grad * ReadElsewhere.derivative(ctx)
