import torch
from torch.autograd import Function


class Sample(Function):
    @staticmethod
    def forward(ctx, mean, scale):
        noise = torch.randn(8, 8)
        spread = torch.matmul(noise, scale)  # expect: ctx-attribute-tensor[unsafe]
        ctx.save_for_backward(scale, noise, spread)
        return mean + spread

    @staticmethod
    def backward(ctx, grad):
        scale, noise, spread = ctx.saved_tensors
        return grad, noise.t() @ grad + 0 * spread.sum() * scale
