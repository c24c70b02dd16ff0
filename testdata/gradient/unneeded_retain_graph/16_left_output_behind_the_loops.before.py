# What an inner loop leaves is differentiated after the outer one, and after a loop between.
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
rows = [(torch.ones(2, 4), torch.zeros(2, 1)), (torch.zeros(2, 4), torch.ones(2, 1))]

for epoch in range(2):
    for x, y in rows:
        optimizer.zero_grad()
        out = net(x)
        loss = nn.functional.mse_loss(out, y)
        loss.backward(retain_graph=True)
        optimizer.step()
        last = out
for chance in []:
    last = chance
last.sum().backward()
