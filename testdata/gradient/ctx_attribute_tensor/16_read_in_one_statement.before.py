# What one statement reads is saved and unpacked together, into the names that it has.
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


class Whole(torch.autograd.Function):
    # No tensor by what forward() does with it: by its gradient, and by what backward() does.
    @staticmethod
    def forward(ctx, a, b, mask):
        ctx.a = a  # expect: ctx-attribute-tensor[unsafe]
        ctx.b = b  # expect: ctx-attribute-tensor[unsafe]
        ctx.mask = mask  # expect: ctx-attribute-tensor[unsafe]
        return kernel(a, b, mask)

    @staticmethod
    def backward(ctx, grad):
        a, b, mask = ctx.a, ctx.b, ctx.mask
        grad = grad * mask[:, None]
        return grad * b, grad * a, None


class Taken(torch.autograd.Function):
    # The name has another value before the statement.
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
