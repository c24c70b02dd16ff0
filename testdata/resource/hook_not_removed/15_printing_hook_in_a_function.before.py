import torch


def show_shapes(model, x):
    for name, layer in model.named_children():
        layer.register_forward_hook(  # expect: hook-not-removed[unsafe]
            lambda module, inputs, output: print(tuple(output.shape))
        )
    return model(x)
