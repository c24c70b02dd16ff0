# level: safe
# rule: detach-stored-tensor
import weakref

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses, seen = [], []
for x in torch.ones(3, 2, 4):
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)
    seen.append(weakref.ref(loss))
del loss
print([ref() is None for ref in seen], sum(value.item() for value in losses))
