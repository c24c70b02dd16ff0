import sys

import torch

from networks import Plain, Signed

net = Plain()
sys.modules["__main__"].net = Signed()
net.eval()
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
    print((net.encode(x).argmax(1) == y).sum().item())
