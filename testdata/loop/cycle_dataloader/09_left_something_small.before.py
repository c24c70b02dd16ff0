# What ends after a few batches keeps a few batches.
import itertools
from itertools import cycle, islice

import torch


def previews(loader, names):
    titles = ["first", "second", "third"]
    for title, batch in zip(titles, cycle(loader)):
        print(title, batch)
    for name, batch in zip(names, cycle(loader)):
        print(name, batch)
    for batch in islice(cycle(loader), 8):
        print(batch)
    batches = cycle(loader)
    for i, batch in zip(range(2 * 4), batches):
        print(i, batch)
    return list(itertools.islice(itertools.cycle(loader), 0, 10, 2))
