# A body of one line, a block that would be empty, text over lines, other spellings.
import torch
from torch import autograd
from torch.autograd import anomaly_mode


def switch_on():
    autograd.set_detect_anomaly(True, check_nan=False)  # expect: anomaly-mode[unsafe]


def one_line(loss):
    with autograd.detect_anomaly(): loss.backward()  # expect: anomaly-mode[unsafe]


def text(loss):
    if loss is not None:
        with anomaly_mode.detect_anomaly(check_nan=True):  # expect: anomaly-mode[unsafe]
            print("""
        what
            """)
            loss.backward()
