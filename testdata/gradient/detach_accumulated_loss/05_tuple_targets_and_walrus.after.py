import torch
from torch import nn

criterion = nn.L1Loss()
model = nn.Linear(2, 2)


def epoch(loader, optimizer):
    total, steps = 0, 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total, steps = total + loss.detach(), steps + 1  # expect: detach-accumulated-loss[safe]
    print(total / steps)


summed = 0
for x, y in train_loader:
    summed += (value := criterion(model(x), y)).detach()  # expect: detach-accumulated-loss[safe]
    print(value)
print(summed)
