# level: unsafe
# rule: ctx-attribute-tensor
import torch


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        factor = ctx.factor
        return grad * factor, None


x = torch.ones(2, requires_grad=True)
Scaled.apply(x, 3).sum().backward()
print(x.grad.sum().item())
