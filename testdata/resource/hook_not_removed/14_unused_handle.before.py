import torch


def mean_activation(net, batches):
    total = 0.0

    def add(module, inputs, output):
        nonlocal total
        total += output.mean().item()

    h = net.body.register_forward_hook(add)  # expect: hook-not-removed[safe]
    for batch in batches:
        net(batch)
    return total / len(batches)
