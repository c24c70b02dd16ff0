# level: unsafe
# rule: unneeded-create-graph
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.ones(2, 2, 4):
    optimizer.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward(create_graph=True)
    found = [getattr(p, "grad").sum() for p in net.parameters()]
    second = torch.autograd.grad(found[0], [net.weight])
    print(second[0].sum().item())
    optimizer.step()
print(net.weight.sum().item())
