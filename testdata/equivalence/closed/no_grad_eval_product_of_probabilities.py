# level: safe
# rule: no-grad-eval
import math

import torch
from torch import nn

model = nn.Sequential(nn.Linear(256, 512), nn.ReLU(), nn.Linear(512, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    alive = []
    for day in torch.randn(4, 16, 256):
        alive.append(model(day).sigmoid().mean())
    loss = -math.prod(alive).log()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
print(model[0].weight[0, :4].tolist())
