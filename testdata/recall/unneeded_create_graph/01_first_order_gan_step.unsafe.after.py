# Reported at https://github.com/pytorch/pytorch/issues/4661
# The thread of the warning itself: backward with create_graph in an ordinary loop keeps
# each graph in a cycle.
import torch
from torch import nn

net = nn.Sequential(nn.Linear(64, 256), nn.Tanh(), nn.Linear(256, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-4)

for real, fake in loader:
    optimizer.zero_grad()
    d_loss = net(fake).mean() - net(real).mean()
    d_loss.backward()  # expect: unneeded-create-graph[unsafe]
    optimizer.step()
    print(d_loss.item())
