# rule: ctx-attribute-tensor
"""A buffer that backward fills and releases itself. Saved, its change would be found out, and raise."""
import torch


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        work = x.exp()
        ctx.work = work
        return work

    @staticmethod
    def backward(ctx, grad):
        work, ctx.work = ctx.work, None
        return grad * work.mul_(1.0)


def step(x):
    y = Exp.apply(x)
    with torch.no_grad():
        y.clamp_(max=2.0)
    y.sum().backward()
    return x.grad.tolist()


print([f"{g:.6f}" for g in step(torch.tensor([0.0, 1.0, 2.0], requires_grad=True))])
