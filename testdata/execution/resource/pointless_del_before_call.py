# rule: pointless-del
"""What is called after the del can see that the tensor has gone."""
import weakref

import torch


def score(x, report):
    squares = x.pow(2)
    alive = weakref.ref(squares)
    value = squares.mean().item()
    del squares
    report(alive)
    return value


torch.manual_seed(0)
print(score(torch.randn(4, 4), lambda alive: print("alive:", alive() is not None)))
