import torch
from torch import nn
from net_1 import Net
from reg_1 import reg
torch.manual_seed(1)
net = Net()
net.eval()
for x in torch.randn(3, 2, 4):
    print(net(x).mean().item())
reg(net).backward()
print(net.body.weight.grad.tolist())
