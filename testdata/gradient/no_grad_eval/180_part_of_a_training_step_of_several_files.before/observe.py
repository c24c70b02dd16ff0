import torch
from explainer import Explainer

seen = []


def watch(module, inputs, output):
    seen.append(output)
    output.sum().backward(retain_graph=True)


def explainer_for(model, width):
    model.register_forward_hook(watch)
    return Explainer(model, width)

steps = [Explainer.train_step]
