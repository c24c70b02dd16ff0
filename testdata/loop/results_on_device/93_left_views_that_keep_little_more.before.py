# Two columns, a copy, a tensor that is kept as a whole, an index that copies, and what no call
# has made.
import torch


@torch.no_grad()
def scores(model, loader):
    found = []
    for x in loader:
        found.append(torch.softmax(model(x), 1)[:, 1])
    return torch.cat(found)


@torch.no_grad()
def moved(model, loader):
    states = []
    for x in loader:
        hidden = model(x)
        states.append(hidden[:, -1, :].float())
    return torch.cat(states)


@torch.no_grad()
def both(model, loader):
    states, all_states = [], []
    for x in loader:
        hidden = model(x)
        states.append(hidden[:, -1, :])
        all_states.append(hidden)
    return torch.cat(states), all_states


@torch.no_grad()
def picked(model, loader, rows):
    states = []
    for x in loader:
        hidden = model(x)
        states.append(hidden[rows, 0, :])
    return torch.cat(states)


@torch.no_grad()
def shown(table, rows):
    states = []
    for row in rows:
        states.append(table[row][:, 0, :])
    return torch.stack(states)


# Each is changed through the view that is kept.
@torch.no_grad()
def changed(model, loader):
    states = []
    for x in loader:
        hidden = model(x)
        states.append(hidden[:, -1, :])
        hidden.mul_(2)
    return torch.cat(states)


# What the encoder gives may be an array.
@torch.no_grad()
def encoded(encoder, loader):
    states = []
    for x in loader:
        hidden = encoder.encode(x)
        states.append(hidden[:, 0, :])
    return states
