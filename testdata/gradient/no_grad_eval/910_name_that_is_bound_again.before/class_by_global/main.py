import torch

from networks import Plain, Signed

Net = Plain


def choose():
    global Net
    Net = Signed


choose()
net = Net()
net.eval()
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
    print((net.encode(x).argmax(1) == y).sum().item())
