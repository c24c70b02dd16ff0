# The sum may start with a graph, or something with a graph is added where it is stored.
import torch
from torch import nn


def train(model, loader, optimizer, epochs, first, goal):
    criterion = nn.MSELoss()
    history, sums = [], []
    for _ in range(epochs):
        total = criterion(model(first), goal)
        other = 0.0
        part = torch.zeros(())
        for x, y in loader:
            part = criterion(model(x), y)
            optimizer.zero_grad()
            part.backward()
            optimizer.step()
            total = total + part
            other += part
        history.append(total.detach())  # expect: detach-stored-tensor[unsafe]
        sums.append(other.detach() + part.detach())  # expect: detach-stored-tensor[unsafe]
    return history, sums
