# The function reads the gradients, changes them, and gives nothing on.
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def clip(weights):
    for weight in weights:
        weight.grad.data.clamp_(-1, 1)


for x in torch.ones(3, 2, 4):
    optimizer.zero_grad()
    loss = model(x).mean()
    loss.backward()  # expect: unneeded-create-graph[unsafe]
    clip(model.parameters())
    optimizer.step()
