# Kept in a stack: the statement can go. Kept in a variable: only a report.
import contextlib
import torch


def train(model, x):
    with contextlib.ExitStack() as stack:
        mode = torch.autograd.detect_anomaly()  # expect: anomaly-mode[report]
        stack.enter_context(mode)
        model(x).sum().backward()
