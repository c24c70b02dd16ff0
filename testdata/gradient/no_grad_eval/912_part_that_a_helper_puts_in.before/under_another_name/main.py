import torch

from networks import Network
from parts import Signed

net = Network()
model = net
model.layer = Signed()
net.eval()
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
    print((net.encode(x).argmax(1) == y).sum().item())
