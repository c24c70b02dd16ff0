# level: safe
# rule: cat-in-loop
import torch

plain = torch.cat


def noisy(*given, **named):
    print("cat")
    return plain(*given, **named)


import importlib
importlib.import_module("torch").cat = noisy

rows = torch.zeros(0, 1)
for i in range(100):
    rows = torch.cat((rows, torch.full((2, 1), float(i))))
print(rows.shape)
