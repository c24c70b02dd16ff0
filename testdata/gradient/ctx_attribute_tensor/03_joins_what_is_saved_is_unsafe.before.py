import torch as th
from torch import autograd


class Scale(autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, scale):
        out = th.tanh(x * weight)
        ctx.scale = scale
        ctx.save_for_backward(x, weight)
        ctx.out = out; ctx.shape = x.shape  # expect: ctx-attribute-tensor[unsafe]
        return out * 1, out

    @staticmethod
    def backward(ctx, grad, _):
        x, weight = ctx.saved_tensors
        inner = 1 - ctx.out ** 2
        return grad * inner * weight, grad * inner * x, None
