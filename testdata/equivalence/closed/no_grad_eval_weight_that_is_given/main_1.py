import torch
from probe_1 import scores
from torch import nn

net = nn.Linear(512, 512)
weight = torch.zeros(512, 10, requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.1)
for _ in range(3):
    x, y = torch.randn(64, 512), torch.randint(10, (64,))
    loss = nn.functional.cross_entropy(scores(net, weight, x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
print(weight[0].tolist())
