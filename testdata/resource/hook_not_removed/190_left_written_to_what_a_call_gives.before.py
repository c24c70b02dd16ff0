import torch
from registry import current


def run(model: torch.nn.Module, loader):
    def hook(module, inputs, output):
        current().shape = output.shape

    for images in loader:
        model.register_forward_hook(hook)
        model(images)
