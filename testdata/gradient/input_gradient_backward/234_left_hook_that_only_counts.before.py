import torch


class Counting:
    def __init__(self, model):
        self.model = model
        self.runs = 0
        model.head.register_full_backward_hook(self.keep)

    def keep(self, module, grad_in, grad_out):
        self.runs = self.runs + 1

    def gradients(self, x, y):
        self.model.zero_grad()
        torch.nn.functional.cross_entropy(self.model(x), y).backward()
        print(self.runs)
        return [p.grad for p in self.model.parameters()]
