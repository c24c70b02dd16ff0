# level: safe
# rule: no-grad-eval
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
table = torch.zeros(2, 3)


def fill(batches):
    net.eval()
    hits = 0
    matrix = table.cpu().float()
    for x in batches:
        out = net(x)
        matrix += out
        hits += out.argmax(1).sum().item()
    return hits


print(fill(torch.randn(3, 2, 4)))
loss = table.pow(2).sum() + net.bias.sum()
opt.zero_grad()
loss.backward()
opt.step()
print(net.weight.sum().item())
