# Several backward passes, one step: the reset belongs to the loop that steps.
import torch


def train(model, loader, criterion):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for x, y in loader:
        optimizer.zero_grad()
        for part, target in zip(x.chunk(4), y.chunk(4)):
            loss = criterion(model(part), target) / 4
            loss.backward()  # expect: missing-zero-grad[unsafe]
        optimizer.step()
