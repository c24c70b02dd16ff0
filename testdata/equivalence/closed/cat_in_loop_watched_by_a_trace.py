# level: safe
# rule: cat-in-loop
import sys

import torch


def watch(frame, event, given):
    if "rows" in frame.f_locals:
        print(len(frame.f_locals["rows"]))
    return watch


def collect():
    rows = torch.zeros(0, 1)
    for i in range(100):
        rows = torch.cat((rows, torch.full((2, 1), float(i))))
    print(rows.shape)


sys.settrace(watch)
collect()
sys.settrace(None)
