import torch
from monai.heads import Head
from torch import nn

import evaluation
from evaluation import hits_of as count, rows_of, share_of
from networks import Net, Wide


def report(model, loader):
    print(count(model, loader))


def main(loader):
    report(Net(nn.Linear(4, 2)), loader)
    print(evaluation.hits_of(nn.Linear(4, 2), loader))
    print(rows_of(Head(4), loader))
    print([score(Net(nn.Linear(4, 3)), loader) for score in (share_of,)])
    print(evaluation.best_of(model=Wide(Head(4)), loader=loader))


main([])

WANTED = ["width_of"]
