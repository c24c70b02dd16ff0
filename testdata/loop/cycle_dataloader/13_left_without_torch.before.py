# A loader of templates is no loader of batches.
from itertools import cycle


def render(loader):
    return cycle(loader)
