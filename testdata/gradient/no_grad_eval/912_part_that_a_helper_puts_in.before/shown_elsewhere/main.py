import torch

from networks import Network
from parts import show

net = Network()
show(net)
net.eval()
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[safe]
    print((net.encode(x).argmax(1) == y).sum().item())
