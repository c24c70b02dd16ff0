# What a loop or `with` binds, and what a function has with it, is kept like any other value.
import torch

from networks import InWith

net = InWith()
net.load_state_dict(torch.load("net.pt"))
net.eval()
hits = 0
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
    hits += (net.encode(x).argmax(1) == y).sum().item()
print(hits)
net.last.sum().backward()
