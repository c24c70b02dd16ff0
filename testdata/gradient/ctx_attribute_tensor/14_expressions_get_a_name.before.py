# What has no name gets one, and forward() reads it by that name.
import torch
from torch.autograd import Function


class Copy(Function):
    @staticmethod
    def forward(ctx, features):
        """Copies, and keeps the copy."""
        ctx.copied = features.clone()  # expect: ctx-attribute-tensor[unsafe]
        return ctx.copied

    @staticmethod
    def backward(ctx, grad):
        """Passes gradients where the copy is positive."""
        return grad * (ctx.copied > 0)


class Joined(Function):
    @staticmethod
    def forward(ctx, mean, scale):
        ctx.noise = mean.new_empty(8).normal_()  # expect: ctx-attribute-tensor[unsafe]
        ctx.save_for_backward(scale)
        return mean + ctx.noise * scale

    @staticmethod
    def backward(ctx, grad):
        (scale,) = ctx.saved_tensors
        noise = ctx.noise
        return grad, (grad * noise / scale).sum()


class Reversible(Function):
    @staticmethod
    def forward(ctx, x, blocks):
        y = 2
        for block in blocks:
            x = block(x) * y
        ctx.y = x.detach()  # expect: ctx-attribute-tensor[unsafe]
        ctx.blocks = blocks
        return x

    @staticmethod
    def backward(ctx, grad):
        for block in ctx.blocks[::-1]:
            grad = block.reverse(ctx.y, grad)
        return grad, None
