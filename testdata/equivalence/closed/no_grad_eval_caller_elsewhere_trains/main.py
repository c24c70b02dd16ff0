import torch
from torch import nn

from judging import evaluate

torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = [torch.ones(2, 4), torch.ones(2, 4)]
for epoch in range(2):
    loss = evaluate(net, batches)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(net.weight.sum().item())
