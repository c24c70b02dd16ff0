# The error of an anomaly is what the handler is for.
import torch


def train(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        try:
            with torch.autograd.detect_anomaly():
                model(x).sum().backward()
        except RuntimeError:
            continue
        optimizer.step()
