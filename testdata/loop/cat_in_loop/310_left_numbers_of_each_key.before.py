# An entry that grows by a number at a time is small.
import numpy as np


def collect(runs, keys, measure):
    data = {key: np.zeros(0) for key in keys}
    for run in runs:
        for key in keys:
            data[key] = np.append(data[key], float(measure(run, key)))
    return data
