# save_for_backward() would raise, or save too early, or the order is not clear.
import torch
from torch.autograd import Function


class ChangedByMethod(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.y = torch.exp(x)  # expect: ctx-attribute-tensor[report]
        ctx.y.mul_(2)
        return x + ctx.y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.y


class ChangedByItem(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mask = torch.sigmoid(x)  # expect: ctx-attribute-tensor[report]
        ctx.mask[0] = 1
        return x * ctx.mask

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.mask


class ChangedByOut(Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.exp(x)
        ctx.y = y  # expect: ctx-attribute-tensor[report]
        torch.add(y, 1, out=y)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.y


class SavedBefore(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.y = torch.exp(x)  # expect: ctx-attribute-tensor[report]
        return x + ctx.y

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x * ctx.y


class SetTwice(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.y = torch.exp(x)  # expect: ctx-attribute-tensor[report]
        ctx.y = torch.exp(ctx.y)  # expect: ctx-attribute-tensor[report]
        return x + ctx.y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.y


class ReadInAnotherMethod(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.y = torch.exp(x)  # expect: ctx-attribute-tensor[report]
        return x + ctx.y

    @staticmethod
    def jvp(ctx, tangent):
        return tangent * ctx.y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.y


class NamedAndRead(Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.exp(x)
        ctx.y = y  # expect: ctx-attribute-tensor[report]
        return x + ctx.y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.y


class UnderCondition(Function):
    @staticmethod
    def forward(ctx, x, keep):
        if keep:
            ctx.y = torch.exp(x)  # expect: ctx-attribute-tensor[report]
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.y, None
