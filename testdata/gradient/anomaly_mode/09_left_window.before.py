# Switched on for a few statements.
import torch


def train(model, x):
    torch.autograd.set_detect_anomaly(True)
    model(x).sum().backward()
    torch.autograd.set_detect_anomaly(False)
    model(x).sum().backward()
