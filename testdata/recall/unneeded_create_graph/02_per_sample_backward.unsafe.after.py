# Reported at https://github.com/pytorch/pytorch/issues/7343
# A tanh is sent backward with create_graph in a training step; memory is gone for good.
import torch


class Fitter:
    def __init__(self, weight, lr=0.1):
        self.weight = weight.requires_grad_()
        self.opt = torch.optim.SGD([self.weight], lr=lr)

    def fit(self, xs, ys):
        for x, y in zip(xs, ys):
            self.opt.zero_grad()
            out = torch.tanh(x @ self.weight)
            loss = (out - y).pow(2).sum()
            loss.backward(retain_graph=True)  # expect: unneeded-create-graph[unsafe]
            self.opt.step()
        return self.weight.detach()
