import torch
from torch.autograd import Function

from kernels import scan


class Scan(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.state = scan(x)
        ctx.plan = x.shape[0] // 2
        ctx.last = torch.zeros(4)
        return x + 1

    @staticmethod
    def backward(ctx, grad):
        return ctx.state.unroll(grad, ctx.plan)
