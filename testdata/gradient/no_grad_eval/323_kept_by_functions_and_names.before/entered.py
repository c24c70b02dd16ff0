# What encode() keeps is trained through afterwards, however it is stored.
import torch

from networks import Entered

net = Entered()
net.load_state_dict(torch.load("net.pt"))
net.eval()
hits = 0
for x, y in torch.load("test.pt"):  # expect: no-grad-eval[unsafe]
    hits += (net.encode(x).argmax(1) == y).sum().item()
print(hits)
net.seen[0].sum().backward()
