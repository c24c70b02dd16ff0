import torch
class Loader:
    def __init__(self, net):
        self.net = net
    def __iter__(self):
        for i in range(2):
            x = torch.ones(1, 4).requires_grad_()
            self.net(x).sum().backward()
            yield x.grad.detach()
