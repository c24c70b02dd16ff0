import numpy as np


def record(values):
    seen = np.array([])
    rows = np.zeros((0, 2))
    for v in values:
        seen = np.append(seen, v)  # expect: cat-in-loop[unsafe]
        rows = np.append(rows, np.full((1, 2), v), axis=0)  # expect: cat-in-loop[unsafe]
    return seen, rows


print(record([1, 2.5, 4]), record([]))
