# level: unsafe
# rule: input-gradient-backward
from contextlib import contextmanager

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)


@contextmanager
def scale_loss(loss):
    yield loss * 2
    print(net.weight.grad is not None)


x = torch.ones(2, 4, requires_grad=True)
loss = net(x).pow(2).mean()
with scale_loss(loss) as scaled:
    scaled.backward()
print(x.grad.sum().item())
