import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
example = torch.ones(1, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
traced = torch.jit.trace(model, example)  # expect: jit-trace-in-loop[safe]
for step in range(4):
    loss = traced(example).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
