import torch
class Helper:
    def __init__(self, net):
        self.net = net
    def __enter__(self):
        return self
    def __exit__(self, *_):
        x = torch.ones(1, 4).requires_grad_()
        self.net(x).sum().backward()
        print(x.grad.sum().item())
