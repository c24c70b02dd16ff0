import torch

from networks import Plain

net = Plain()


def choose():
    global net
    net = Plain()


choose()
net.eval()
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[safe]
    print((net.encode(x).argmax(1) == y).sum().item())
