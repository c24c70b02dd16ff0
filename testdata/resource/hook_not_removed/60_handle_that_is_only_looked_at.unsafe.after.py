# Whoever prints a handle, asks whether there is one, or counts handles, removes no hook.
import torch


def sum_of_features(net, x):
    seen = []

    def keep(module, inputs, output):
        seen.append(output.detach())

    handle = net.layer.register_forward_hook(keep)  # expect: hook-not-removed[safe]
    if handle is not None:
        print("hooked", handle)
    net(x)
    handle.remove()
    return seen[0].sum().item()


def sizes(net, x):
    shapes = []

    def keep(module, inputs, output):
        shapes.append(output.shape)

    handles = []
    for layer in net.children():
        handles.append(layer.register_forward_hook(keep))  # expect: hook-not-removed[unsafe]
    print(handles)
    net(x)
    for handle in handles:
        handle.remove()
    return len(shapes)
