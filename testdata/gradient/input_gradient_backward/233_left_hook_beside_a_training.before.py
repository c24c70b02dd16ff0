import torch


class Training:
    def __init__(self, model):
        self.model = model
        self.norm = 0
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        model.head.register_full_backward_hook(self.keep)

    def keep(self, module, grad_in, grad_out):
        self.norm = grad_out[0].norm()

    def gradients(self, x, y):
        self.model.zero_grad()
        torch.nn.functional.cross_entropy(self.model(x), y).backward()
        print(self.norm)

    def update(self):
        self.optimizer.step()
