# The object that is changed is the one that the attribute holds.
import torch

from networks import Stored

net = Stored()
net.load_state_dict(torch.load("net.pt"))
net.eval()
hits = 0
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
    hits += (net.encode(x).argmax(1) == y).sum().item()
print(hits)
net.mask.sum().backward()
