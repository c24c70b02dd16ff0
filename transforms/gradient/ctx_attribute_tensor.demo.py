# rule: ctx-attribute-tensor
# level: unsafe
# measure: uncollected-bytes
# leak: growth
# output: same
"""An output on the context: output, node and context hold each other until the collector runs."""
import torch


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, beta):
        gate = torch.sigmoid(beta * x)
        y = x * gate
        ctx.beta = beta
        ctx.x = x
        ctx.y = y
        return y

    @staticmethod
    def backward(ctx, grad):
        gate = torch.sigmoid(ctx.beta * ctx.x)
        return grad * (ctx.beta * ctx.y + gate * (1 - ctx.beta * ctx.y)), None


def train(steps=12):
    weight = torch.zeros(64, 64, requires_grad=True)
    for _ in range(steps):
        x = torch.randn(128, 64)
        loss = (Swish.apply(x @ weight, 1.5) - x).pow(2).mean()
        (grad,) = torch.autograd.grad(loss, weight)
        weight = (weight - 0.5 * grad).detach().requires_grad_()
        print(f"{loss.item():.9f}")
        # sample


torch.manual_seed(0)
train()
