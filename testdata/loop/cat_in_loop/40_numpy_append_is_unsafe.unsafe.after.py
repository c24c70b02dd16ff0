import numpy as np


def record(values):
    seen = np.array([])
    rows = np.zeros((0, 2))
    rows_parts = [rows]
    seen_parts = [seen]
    for v in values:
        seen_parts.append(v)  # expect: cat-in-loop[unsafe]
        rows_parts.append(np.full((1, 2), v))  # expect: cat-in-loop[unsafe]
    seen = np.concatenate(seen_parts, axis=None)
    rows = np.concatenate(rows_parts, axis=0)
    return seen, rows


print(record([1, 2.5, 4]), record([]))
