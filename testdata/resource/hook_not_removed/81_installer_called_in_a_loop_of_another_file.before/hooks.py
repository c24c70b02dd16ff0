import torch


def watch(model, store):
    for name, layer in model.named_modules():
        layer.register_forward_hook(lambda m, i, o, name=name: store.append((name, o)))  # expect: hook-not-removed[report]
