# level: safe
# rule: jit-trace-in-loop
import sys

import torch
from torch import nn

count = len(sys.argv[9:])
net = nn.Linear(4, 1).eval()
x = torch.ones(2, 3)
for step in range(count):
    fast = torch.jit.trace(net, x)
    print(fast(x).sum().item())
print("done")
