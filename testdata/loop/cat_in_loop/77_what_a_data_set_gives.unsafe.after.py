# options: minor: false
import numpy as np


def precompute(store, loader):
    samples = None
    samples_parts = []
    for i, (x, y) in enumerate(loader):
        made = store.fetch(x, y=y)
        samples_parts.append(made)
    samples = np.concatenate(samples_parts, axis=0) if samples_parts else None
    return samples
