from pathlib import Path

import numpy as np


def load_all(folder, width):
    data = {
        "state": np.zeros((0, width), np.float32),
        "reward": np.zeros((0,), np.float32),
    }
    for path in sorted(Path(folder).glob("*.npz")):
        with np.load(path) as part:
            for key in data:
                data[key] = np.concatenate([data[key], part[key]], axis=0)  # expect: cat-in-loop[report]
    return data


def load_one_kind(paths):
    data = {"state": np.zeros((0, 8))}
    for path in paths:
        data["state"] = np.concatenate([data["state"], np.load(path)])  # expect: cat-in-loop[report]
    return data


def by_kind(paths, kinds):
    data = {}
    for path in paths:
        part = np.load(path)
        for kind in kinds:
            if kind not in data:
                data[kind] = part[kind]
            else:
                data[kind] = np.concatenate([data[kind], part[kind]])  # expect: cat-in-loop[report]
    return data
