# What has no name gets one, and forward() reads it by that name.
import torch
from torch.autograd import Function


class Copy(Function):
    @staticmethod
    def forward(ctx, features):
        """Copies, and keeps the copy."""
        copied = features.clone()  # expect: ctx-attribute-tensor[unsafe]
        ctx.save_for_backward(copied)
        return copied

    @staticmethod
    def backward(ctx, grad):
        """Passes gradients where the copy is positive."""
        copied, = ctx.saved_tensors
        return grad * (copied > 0)


class Joined(Function):
    @staticmethod
    def forward(ctx, mean, scale):
        noise = mean.new_empty(8).normal_()  # expect: ctx-attribute-tensor[unsafe]
        ctx.save_for_backward(scale, noise)
        return mean + noise * scale

    @staticmethod
    def backward(ctx, grad):
        scale, noise = ctx.saved_tensors
        return grad, (grad * noise / scale).sum()


class Reversible(Function):
    @staticmethod
    def forward(ctx, x, blocks):
        y = 2
        for block in blocks:
            x = block(x) * y
        y_2 = x.detach()  # expect: ctx-attribute-tensor[unsafe]
        ctx.save_for_backward(y_2)
        ctx.blocks = blocks
        return x

    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        for block in ctx.blocks[::-1]:
            grad = block.reverse(y, grad)
        return grad, None
