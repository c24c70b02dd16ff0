# A body of one line, a block that would be empty, text over lines, other spellings.
import torch
from torch import autograd


def switch_on():
    pass  # expect: anomaly-mode[unsafe]


def one_line(loss):
    loss.backward()  # expect: anomaly-mode[unsafe]


def text(loss):
    if loss is not None:
        print("""
        what
            """)
        loss.backward()
