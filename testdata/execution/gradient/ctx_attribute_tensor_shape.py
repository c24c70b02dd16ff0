# rule: ctx-attribute-tensor
"""A shape on the context; only tensors can be saved for backward."""
import torch


class Stride(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, stride):
        ctx.stride = stride
        ctx.shape = x.shape
        return x[::stride]

    @staticmethod
    def backward(ctx, grad):
        out = grad.new_zeros(ctx.shape)
        out[:: ctx.stride] = grad
        return out, None


x = torch.arange(6.0, requires_grad=True)
Stride.apply(x * x, 2).sum().backward()
print(x.grad.tolist())
