from torch import nn


def extend(model: nn.Module, head: nn.Module):
    model.eval()
    model.add_module("head", head(10))


def infer(model: nn.Module, head: nn.Module):
    model.add_module("head", head(10))
