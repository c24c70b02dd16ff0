# rule: ctx-attribute-tensor
# level: unsafe
# measure: uncollected-bytes
# leak: growth
# output: same
"""Outputs and intermediates that exist on the context only; the fix gives them names."""
import torch


class Sample(torch.autograd.Function):
    @staticmethod
    def forward(ctx, mean, spread):
        ctx.noise = mean.new_empty(mean.shape).normal_()
        ctx.drawn = torch.addcmul(mean, ctx.noise, spread)
        ctx.save_for_backward(spread)
        return ctx.drawn

    @staticmethod
    def backward(ctx, grad):
        (spread,) = ctx.saved_tensors
        return grad * (ctx.drawn > -9), grad * ctx.noise * (spread > -9)


def train(steps=12):
    mean = torch.zeros(64, 64, requires_grad=True)
    spread = torch.ones(64, 64, requires_grad=True)
    for _ in range(steps):
        loss = Sample.apply(mean, spread).pow(2).mean()
        gradients = torch.autograd.grad(loss, [mean, spread])
        with torch.no_grad():
            mean -= gradients[0]
            spread -= gradients[1]
        print(f"{loss.item():.9f}")
        # sample


torch.manual_seed(0)
train()
