# Another loop hands the state through a function of another file: it may be a list of pairs.
import torch
from utils import next_hidden


def evaluate(model, loader):
    hidden = model.init_hidden(10)
    with torch.no_grad():
        for x in loader:
            output, hidden = model(x, hidden)
            hidden = next_hidden(hidden)


def train(model, loader, optimizer, criterion):
    hidden = model.init_hidden(20)
    for x, y in loader:
        optimizer.zero_grad()
        output, hidden = model(x, hidden)  # expect: hidden-state-not-detached[report]
        criterion(output, y).backward()
        optimizer.step()


def left_repacked(model, loader, optimizer, criterion):
    hidden = model.init_hidden(20)
    for x, y in loader:
        optimizer.zero_grad()
        hidden = next_hidden(hidden)
        output, hidden = model(x, hidden)
        criterion(output, y).backward()
        optimizer.step()


def left_evaluation(model, loader):
    hidden = model.init_hidden(10)
    for x in loader:
        output, hidden = model(x, hidden)
