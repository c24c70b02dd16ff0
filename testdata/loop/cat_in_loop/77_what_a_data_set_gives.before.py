# options: minor: false
import numpy as np


def precompute(store, loader):
    samples = None
    for i, (x, y) in enumerate(loader):
        made = store.fetch(x, y=y)
        if i == 0:
            samples = made
        else:
            samples = np.append(samples, made, axis=0)  # expect: cat-in-loop[unsafe]
    return samples
