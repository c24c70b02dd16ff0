# mutations: no-nesting
# The shorter loader is repeated until the longer one ends.
import itertools

import torch


def semi_supervised(labeled_loader, unlabeled_loader, model, args):
    for (x, y), u in zip(itertools.cycle(labeled_loader), unlabeled_loader):  # expect: cycle-dataloader[unsafe]
        model(x, y, u)
    for step, batch in zip(range(args.steps), itertools.cycle(labeled_loader)):  # expect: cycle-dataloader[unsafe]
        model(batch)
    for batch in itertools.islice(itertools.cycle(labeled_loader), args.steps):  # expect: cycle-dataloader[unsafe]
        model(batch)
    for batch in itertools.islice(itertools.cycle(labeled_loader), 100_000):  # expect: cycle-dataloader[unsafe]
        model(batch)
