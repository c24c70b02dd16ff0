# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


class Hard:
    def __init__(self, net):
        self.net = net

    def __getitem__(self, index):
        x = torch.ones(3, 4).requires_grad_()
        return (x + torch.autograd.grad(self.net(x).sum(), x)[0]).detach()


def score(model, loader):
    model.eval()
    for i in range(2):
        x = next(iter(loader))
        print(model(x).mean().item())


model = Net()
score(model, Hard(model))
