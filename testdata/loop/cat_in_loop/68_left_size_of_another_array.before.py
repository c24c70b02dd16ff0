# Another array tells which branch it is.
import numpy as np


def collect(loader, f, seen):
    values = np.zeros(0)
    for batch in loader:
        part = f(batch)
        if len(seen) == 0:
            values = part
        else:
            values = np.append(values, part)
    return values
