import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def slopes(model, x):
    x = x.clone().requires_grad_(True)
    out = model(x)
    (slope,) = torch.autograd.grad(out.sum(), x, create_graph=True)
    return out, slope.abs().detach()


for i in range(3):
    out, slope = slopes(net, torch.ones(2, 3) * i)
    loss = (out.pow(2).mean(1) * slope.sum(1)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
