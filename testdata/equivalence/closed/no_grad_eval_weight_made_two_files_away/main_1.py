import torch
from torch import nn
from net_1 import Net
from ev_1 import evaluate
torch.manual_seed(1)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
evaluate(net, torch.randn(3, 2, 4))
net(torch.ones(2, 4)).pow(2).mean().backward()
print([p.grad is None for p in net.parameters()])
