# The function gives on an expression of the gradients, which may be differentiated.
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def size_of(weights):
    return sum(weight.grad.pow(2).sum() for weight in weights)


for x in torch.ones(3, 2, 4):
    optimizer.zero_grad()
    model(x).mean().backward(create_graph=True)
    size = size_of(model.parameters())
    size.backward()
    optimizer.step()
