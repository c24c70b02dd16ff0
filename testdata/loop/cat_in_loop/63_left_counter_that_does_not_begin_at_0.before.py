# No iteration has this number.
import numpy as np


def collect(batches, f):
    out = np.zeros((1, 4))
    for i, batch in enumerate(batches, 1):
        part = f(batch)
        if i == 0:
            out = part
        else:
            out = np.vstack((out, part))
    return out
