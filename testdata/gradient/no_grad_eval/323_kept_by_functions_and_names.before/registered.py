# What encode() keeps is trained through afterwards, however it is stored.
import torch

from networks import Registered

net = Registered()
net.load_state_dict(torch.load("net.pt"))
net.eval()
hits = 0
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
    hits += (net.encode(x).argmax(1) == y).sum().item()
print(hits)
net.last.sum().backward()
