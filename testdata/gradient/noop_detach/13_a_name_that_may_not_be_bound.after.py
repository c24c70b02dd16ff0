import torch


def last_of(xs):
    for x in xs:
        h = torch.relu(x)
        print(h)  # expect: noop-detach[safe]
    h.detach(); return len(xs)  # expect: noop-detach[unsafe]


def chosen(x, flag):
    if flag:
        h = torch.exp(x)
    h.detach(); return flag  # expect: noop-detach[unsafe]
