# level: safe
# rule: detach-accumulated-loss
import torch
from torch import nn

net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def train(batches):
    total = torch.zeros(())
    try:
        for x, y in batches:
            loss = ((net(x) - y) ** 2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            total = total + loss
        raise ValueError
    finally:
        print(total.requires_grad)


try:
    train([(torch.ones(2, 4), torch.ones(2, 1))] * 2)
except ValueError:
    pass
