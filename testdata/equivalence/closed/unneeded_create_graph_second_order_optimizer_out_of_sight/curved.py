import torch


def make(base):
    class Curved(base):
        def step(self, closure=None):
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad.grad_fn is not None:
                        p.grad.sum().backward(inputs=[p], retain_graph=True)
            return super().step()

    return Curved


Curved = make(torch.optim.SGD)
