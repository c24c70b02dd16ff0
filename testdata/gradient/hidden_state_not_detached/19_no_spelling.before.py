# Nothing says what the state is, and nothing in scope could ask.
from torch import nn


def train(model, loader, optimizer):
    criterion = nn.CrossEntropyLoss()
    memory = None
    for x, y in loader:
        optimizer.zero_grad()
        output, memory = model(x, memory)  # expect: hidden-state-not-detached[report]
        criterion(output, y).backward(retain_graph=True)
        optimizer.step()


def kept_whole(model, loader, optimizer, criterion):
    memory = None
    for x, y in loader:
        output, memory = model(x, memory)
        loss = criterion(output, y) - memory.mean()
    loss.backward()
    optimizer.step()
