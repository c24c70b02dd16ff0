import torch


@torch.no_grad()
def replace_layers(model, accept):
    for name, layer in model.named_modules():
        before = layer.weight.clone()
        layer.weight.mul_(0.5)
        if not accept(model, name):
            layer.weight.copy_(before)
