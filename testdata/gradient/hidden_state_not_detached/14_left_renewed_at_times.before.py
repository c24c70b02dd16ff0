# Detached, re-packed or made anew now and then: the graphs reach back to there only.
import torch
from torch import nn

lstm = nn.LSTM(8, 16)


def cut(state):
    return tuple(each.detach() for each in state)


def re_packed(loader, criterion, window):
    hidden = None
    for i, (x, y) in enumerate(loader):
        out, hidden = lstm(x, hidden)
        criterion(out, y).backward(retain_graph=True)
        if i % window == 0:
            hidden = cut(hidden)


def in_a_comprehension(loader, criterion):
    hidden = None
    for x, y in loader:
        if hidden is not None:
            hidden = tuple(each.detach() for each in hidden)
        out, hidden = lstm(x, hidden)
        criterion(out, y).backward()


def by_data(loader, criterion):
    hidden = None
    for x, y in loader:
        if hidden is not None:
            hidden = [each.data for each in hidden]
        out, hidden = lstm(x, hidden)
        criterion(out, y).backward()


def episodes(environment, policy, criterion):
    hidden = torch.zeros(1, 1, 16)
    x = environment.reset()
    while True:
        out, hidden = policy(x, hidden)
        x, reward, done = environment.step(out)
        criterion(out, reward).backward(retain_graph=True)
        if done:
            hidden = torch.zeros(1, 1, 16)
