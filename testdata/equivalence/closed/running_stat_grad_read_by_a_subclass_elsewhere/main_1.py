import torch
from torch import nn
from sub_1 import Sub
torch.manual_seed(1)
net = Sub()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 2, 4):
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    opt.step()
print(net.weight.tolist())
