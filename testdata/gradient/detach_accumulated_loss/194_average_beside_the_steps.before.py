# The loop steps, and the sum goes nowhere but to print(): its graph grows whatever batch it is of.
import torch
from torch import nn

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = nn.MSELoss()
smooth = None
step = 0
while True:
    x, y = torch.randn(8, 4), torch.randn(8, 1)
    for part in range(4):
        loss = criterion(net(x), y) / 4
        loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    full = loss * 4
    smooth = full if smooth is None else 0.98 * smooth + 0.02 * full  # expect: detach-accumulated-loss[safe]
    print(step, smooth.item())
    step += 1
