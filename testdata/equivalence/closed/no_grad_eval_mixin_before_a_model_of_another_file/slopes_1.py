import torch


class Slopes:
    def features(self, x):
        x = x.detach().requires_grad_()
        out = self.layer(x)
        slope, = torch.autograd.grad(out.sum(), x)
        return out + slope.sum(1, keepdim=True)
