# A backward pass in every iteration, through all iterations before.
import torch
from torch import nn

rnn = nn.GRU(8, 16)
optimizer = torch.optim.SGD(rnn.parameters(), lr=0.1)
h = torch.zeros(1, 4, 16)

for x, y in loader:
    h = h.detach()
    optimizer.zero_grad()
    out, h = rnn(x, h)  # expect: hidden-state-not-detached[unsafe]
    loss = (out - y).pow(2).mean()
    loss.backward(retain_graph=True)
    optimizer.step()
