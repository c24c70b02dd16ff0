import torch


class Pull(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, centre):
        y = centre[(x @ centre.t()).argmin(1)]
        ctx.save_for_backward(x, y)  # expect: ctx-attribute-tensor[unsafe]
        ctx.weight = 0.5
        return y

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        pull = 2 * ctx.weight * (x - y) / x.numel()
        return grad + pull, None


class TakenTogether(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(b, a)  # expect: ctx-attribute-tensor[unsafe]
        return out

    @staticmethod
    def backward(ctx, grad):
        b, a = ctx.saved_tensors
        return grad * b, grad * a


class WithNumber(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, power: int):
        y = x**power
        ctx.y, ctx.power = y, power  # expect: ctx-attribute-tensor[report]
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.power * ctx.y, None
