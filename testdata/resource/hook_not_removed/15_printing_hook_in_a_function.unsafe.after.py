import torch


def show_shapes(model, x):
    handles = []
    for name, layer in model.named_children():
        handles.append(layer.register_forward_hook(  # expect: hook-not-removed[unsafe]
            lambda module, inputs, output: print(tuple(output.shape))
        ))
    try:
        return model(x)
    finally:
        for handle in handles:
            handle.remove()
