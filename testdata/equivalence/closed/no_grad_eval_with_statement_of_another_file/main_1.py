import torch
from torch import nn
from parts_1 import Helper
def evaluate(net, h):
    net.eval()
    for x in [torch.ones(2, 4), torch.zeros(2, 4)]:
        with h:
            out = net(x)
        print(out.mean().item())
net = nn.Linear(4, 1)
evaluate(net, Helper(net))
