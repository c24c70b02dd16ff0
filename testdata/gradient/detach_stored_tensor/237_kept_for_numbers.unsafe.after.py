# What an object keeps and reads for numbers alone needs no graphs, whoever differentiates the
# values themselves, and wherever that is. The arguments of the program are none of its objects.
import argparse
import json

import torch
from torch.nn import functional as F


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=0.1)
    return parser.parse_args()


class Distillation:
    def __init__(self, teacher):
        self.teacher = teacher
        self.hidden = []
        self.queue = []
        self.read_by_others = []

    def __call__(self, output, x):
        target = self.teacher(x)
        hidden = F.mse_loss(output, target)
        self.hidden.append(hidden.detach())  # expect: detach-stored-tensor[unsafe]
        self.queue.append(hidden)
        return hidden

    def mean(self):
        mean = float(sum(self.hidden)) / len(self.hidden)
        self.hidden.clear()
        return mean

    def total(self):
        return sum(self.queue)


def main():
    args = parse_args()
    print(json.dumps(vars(args)))
    model = torch.nn.Linear(100, 10)
    teacher = torch.nn.Linear(100, 10)
    criterion = Distillation(teacher)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.rate)
    for step in range(100000):
        x = torch.randn(64, 100)
        optimizer.zero_grad()
        criterion(model(x), x).backward()
        optimizer.step()
    print(criterion.mean())
    criterion.total().backward()


main()
