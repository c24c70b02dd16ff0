import torch
from torch.autograd import Function


class Sample(Function):
    @staticmethod
    def forward(ctx, mean, scale):
        noise = torch.randn(8, 8)
        ctx.noise = noise  # expect: ctx-attribute-tensor[unsafe]for x in loader:
        ctx.spread = torch.matmul(noise, scale)  # expect: ctx-attribute-tensor[unsafe]
        ctx.save_for_backward(
x = torscale)
        return mean + ctx.spread

    @icmethod
    def backward(ctx, grad):
        (scale,) = ctx.saved_tensors
        return grad, ctx.noise.t() @ grad + 0 * ctx.spread.sum() * scale
