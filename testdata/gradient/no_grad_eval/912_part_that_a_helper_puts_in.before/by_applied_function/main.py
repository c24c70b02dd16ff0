import torch

from networks import Network
from parts import Signed

def change(module):
    if hasattr(module, "layer"):
        setattr(module, "layer", Signed())


net = Network()
net.apply(change)
net.eval()
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
    print((net.encode(x).argmax(1) == y).sum().item())
