# mutations: no-nesting
# Another loop hands the state through a function of another file, whose name says what it does.
import torch
from utils import repackage_hidden
import tools


def evaluate(model, loader):
    hidden = model.init_hidden(10)
    with torch.no_grad():
        for x in loader:
            output, hidden = model(x, hidden)
            hidden = repackage_hidden(hidden)


def train(model, loader, optimizer, criterion):
    hidden = model.init_hidden(20)
    for x, y in loader:
        optimizer.zero_grad()
        output, hidden = model(x, hidden)  # expect: hidden-state-not-detached[unsafe]
        criterion(output, y).backward()
        optimizer.step()


def test(model, loader):
    state = model.init_hidden(10)
    for x in loader:
        output, state = model(x, state)
        state = tools.detach_all(state)


def train_state(model, loader, optimizer, criterion):
    state = None
    for x, y in loader:
        optimizer.zero_grad()
        output, state = model(x, state)  # expect: hidden-state-not-detached[unsafe]
        criterion(output, y).backward()
        optimizer.step()


def train_under_another_name(model, loader, optimizer, criterion, tools):
    state = model.init_hidden(20)
    for x, y in loader:
        optimizer.zero_grad()
        output, state = model(x, state)  # expect: hidden-state-not-detached[report]
        criterion(output, y).backward()
        optimizer.step()
