# What one statement reads is unpacked into the names that it has.
import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, dim):
        ctx.x = x  # expect: ctx-attribute-tensor[unsafe]
        ctx.weight = weight  # expect: ctx-attribute-tensor[unsafe]
        ctx.dim = dim
        return x.mul(weight.t()).sum(dim)

    @staticmethod
    def backward(ctx, grad):
        x, weight, dim = ctx.x, ctx.weight, ctx.dim
        return grad.unsqueeze(dim) * weight.t(), (grad.unsqueeze(dim) * x).t(), None


class Taken(torch.autograd.Function):
    # The name has another value in front of the statement.
    @staticmethod
    def forward(ctx, x, factor):
        ctx.x = x  # expect: ctx-attribute-tensor[unsafe]
        ctx.factor = factor
        return x.mul(factor)

    @staticmethod
    def backward(ctx, x):
        grad = x.clone()
        x, factor = ctx.x, ctx.factor
        return grad * factor * x.sign(), None


class Plain(torch.autograd.Function):
    # Nothing to save: numbers.
    @staticmethod
    def forward(ctx, x, dim):
        ctx.dim, ctx.size = dim, x.shape
        return x.sum(dim)

    @staticmethod
    def backward(ctx, grad):
        dim, size = ctx.dim, ctx.size
        return grad.unsqueeze(dim).expand(size), None
