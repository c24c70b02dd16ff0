# Reported at https://github.com/pytorch/pytorch/issues/47175
# zero_grad at the beginning of each epoch instead of each iteration: named there as the
# nasty variant of the bug.
import torch
from torch import nn


def fit(net: nn.Module, loader, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        optimizer.zero_grad()
        running = 0.0
        for x, y in loader:
            loss = criterion(net(x), y)
            loss.backward()  # expect: missing-zero-grad[unsafe]
            optimizer.step()
            running += loss.item()
        print(epoch, running / len(loader))
