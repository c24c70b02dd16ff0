import torch
from looks_0 import look


def collect():
    rows = torch.zeros(0, 1)
    for i in range(100):
        rows = torch.cat((rows, torch.full((2, 1), float(i))))
        look()
    print(rows.shape)


collect()
