import torch
from torch import nn


def run(model, example, loader):
    for x in loader:
        model.train()
        model(x)
        model.eval()
        traced = torch.jit.trace(model, example)
        traced(x)
