import torch

from networks import Network
from parts import Signed

net = Network()
net.__setattr__("layer", Signed())
net.eval()
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
    print((net.encode(x).argmax(1) == y).sum().item())
