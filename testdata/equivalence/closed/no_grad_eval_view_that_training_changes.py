# level: safe
# rule: no-grad-eval
import torch
from torch import nn


def hardest(net, x):
    net.eval()
    first = net(x[:2]).sum().item()
    second = net(x[2:]).sum().item()
    return x[:2] if first > second else x[2:]


torch.manual_seed(0)
net = nn.Linear(4, 1)
shift = nn.Parameter(torch.zeros(4))
opt = torch.optim.SGD([*net.parameters(), shift], lr=0.1)
for x in torch.randn(3, 4, 4):
    half = hardest(net, x)
    net.train()
    half += shift
    loss = net(half).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
