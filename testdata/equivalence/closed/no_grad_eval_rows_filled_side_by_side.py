# level: safe
# rule: no-grad-eval
import torch
import torch.nn.functional as F
from torch import nn


def fill(net, rows, batches):
    net.eval()
    largest = 0.0
    for row, x in zip(rows, batches):
        out = net(x)
        row.copy_(out.mean(0))
        largest = max(largest, out.max().item())
    return largest


torch.manual_seed(0)
net = nn.Linear(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
batches = torch.randn(3, 2, 4)
for epoch in range(2):
    rows = [torch.zeros(3) for _ in range(3)]
    print(fill(net, rows, batches))
    loss = F.cross_entropy(torch.stack(rows), torch.tensor([0, 1, 2])) + 0.01 * net.weight.sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(net.weight.sum().item())
