import contextlib

import torch


def read(source):
    out = torch.empty(0)
    try:
        for _ in range(100):
            out = torch.cat((out, torch.ones(1) * next(source)))
    except StopIteration:
        pass
    return out


def read_all(source):
    out = torch.empty(0)
    with contextlib.suppress(StopIteration):
        while True:
            out = torch.cat((out, torch.ones(1) * next(source)))
    return out


def skip_bad(batches):
    out = torch.empty(0, 4)
    for x in batches:
        try:
            out = torch.cat((out, x))
        except RuntimeError:
            print("shape")
    return out
