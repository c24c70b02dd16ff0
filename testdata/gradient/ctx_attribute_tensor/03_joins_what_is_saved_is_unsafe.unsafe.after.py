import torch as th
from torch import autograd


class Scale(autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, scale):
        out = th.tanh(x * weight)
        ctx.scale = scale
        ctx.save_for_backward(x, weight, out)
        ctx.shape = x.shape  # expect: ctx-attribute-tensor[unsafe]
        return out * 1, out

    @staticmethod
    def backward(ctx, grad, _):
        x, weight, out = ctx.saved_tensors
        inner = 1 - out ** 2
        return grad * inner * weight, grad * inner * x, None
