import torch

from middle import Middle


class Top(Middle):
    def forward(self, x):
        return x.relu()


def count(loader):
    part = Top()
    part.eval()
    hits = 0
    for x in loader:  # expect: no-grad-eval[safe]
        hits += part(x).argmax(dim=1).sum().item()
    return hits
