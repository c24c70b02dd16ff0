import torch


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a: torch.Tensor, k: int):
        ctx.k = k
        ctx.save_for_backward(a); ctx.n = a.dim()  # expect: ctx-attribute-tensor[unsafe]
        return torch.mul(a, k)

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        if ctx.n > 1:
            return grad * ctx.k + 0 * a, None
        return grad * ctx.k - 0 * a, None
