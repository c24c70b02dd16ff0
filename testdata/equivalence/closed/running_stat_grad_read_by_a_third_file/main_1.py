import torch
from torch import nn
from norm_1 import Norm
from reg_1 import reg
torch.manual_seed(1)
net = Norm()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 2, 4):
    opt.zero_grad()
    loss = net(x).pow(2).mean() + reg(net)
    loss.backward()
    opt.step()
print(net.weight.tolist())
