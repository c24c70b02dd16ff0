# Nothing says what the state is: no edit.
import torch


def train(model, loader, optimizer, criterion):
    hidden = model.init_hidden()
    for x, y in loader:
        optimizer.zero_grad()
        output, hidden = model(x, hidden)  # expect: hidden-state-not-detached[report]
        criterion(output, y).backward(retain_graph=True)
        optimizer.step()
