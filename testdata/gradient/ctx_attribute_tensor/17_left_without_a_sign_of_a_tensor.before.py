# Numbers, settings and what no method shows to be a tensor.
import torch


class Plain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, dim):
        ctx.dim, ctx.size = dim, x.shape
        return x.sum(dim)

    @staticmethod
    def backward(ctx, grad):
        dim, size = ctx.dim, ctx.size
        return grad.unsqueeze(dim).expand(size), None


class Configured(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, config, pad):
        ctx.config = config
        ctx.pad = pad
        return run(x, config, pad)

    @staticmethod
    def backward(ctx, grad):
        config, pad = ctx.config, ctx.pad
        return grad.to(config.dtype)[pad:], None, None


class Splat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, *rest):
        ctx.rest = rest
        return run(x, *rest)

    @staticmethod
    def backward(ctx, grad):
        return grad, *run_backward(grad, ctx.rest)
