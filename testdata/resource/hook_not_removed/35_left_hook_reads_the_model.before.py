import torch


def track(model, x):
    norms = []

    def note(module, inputs, output):
        norms.append(model.fc.weight.norm().item())

    model.fc.register_forward_hook(note)
    model(x)
    return norms[0]
