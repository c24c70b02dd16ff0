# Nothing of the file says that an operation with a backward() of its own gives a graph; but it is
# differentiated twice.
import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x * w

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g * w, (g * x).sum()


a = torch.ones(3, requires_grad=True)
y = Scale.apply(a, torch.tensor(2.0, requires_grad=True)).sum()
y.backward(retain_graph=True)
y.backward()
print(a.grad)
