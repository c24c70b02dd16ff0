# All parts of the first epoch take the place of the value.
import numpy as np


def collect(loader, f):
    out = np.zeros((1, 4))
    for epoch in range(100):
        for batch in loader:
            part = f(batch)
            if epoch == 0:
                out = part
            else:
                out = np.vstack((out, part))
    return out
