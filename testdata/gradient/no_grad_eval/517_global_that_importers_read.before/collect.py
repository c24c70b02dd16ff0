import torch
from torch import nn

net = nn.Linear(4, 2)
outputs = []
for _ in range(20):
    out = net(torch.randn(3, 4))  # expect: no-grad-eval[unsafe]
    outputs.append(out)
print(len(outputs))
