# level: unsafe
# rule: cat-in-loop
import torch


def collect(count):
    rows = torch.zeros(0, 1)

    def grow():
        nonlocal rows
        rows = torch.zeros(0, 1)
        for step in range(count):
            rows = torch.cat((rows, torch.rand(2, 1)))
            yield

    for _ in grow():
        print(len(rows))


collect(3)
