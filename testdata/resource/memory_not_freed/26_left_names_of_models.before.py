# A string may be called model; so may a part of a table.
import torch


def report(names, keys, shapes):
    missing = []
    rows = []
    for model in names:
        missing.append(model)
    for key_model in keys:
        rows.append((key_model[3:], shapes[key_model]))
    print(len(rows), len(missing))
