import torch

from replacing import replace_layers

inputs = torch.load("inputs.pt")
wanted = torch.load("wanted.pt")
best = 1e9


def is_better(model, name):
    global best
    error = (model(inputs) - wanted).pow(2).mean().item()
    if error < best:
        best = error
        return True
    return False


replace_layers(torch.load("model.pt"), accept=is_better)
