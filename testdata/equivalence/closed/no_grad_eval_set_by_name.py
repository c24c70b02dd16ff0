# level: safe
# rule: no-grad-eval
import torch
from torch import nn


class Memory:
    def append(self, value):
        setattr(self, "last", value)

    def all(self):
        return [getattr(self, "last")]


def extract(net, batches, buffer):
    net.eval()
    for batch in batches:
        inputs, target = batch
        out = net(inputs)
        buffer.append(torch.relu(out))


torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
batches = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]
for data, label in batches:
    optimizer.zero_grad()
    (net(data) - label).pow(2).mean().backward()
    optimizer.step()
buffer = Memory()
extract(net, batches, buffer=buffer)
print([float(g.abs().sum()) for g in torch.autograd.grad(sum(v.mean() for v in buffer.all()), list(net.parameters()))])
