# The owner's model is run, of which the layer with the hook is a part.
import torch
from torch import nn


def activations(owner, inputs):
    assert isinstance(owner.model, nn.Module)
    seen = {}

    def capture(layer, args, output):
        seen[output.device] = output.detach()

    handle = owner.final_layer.register_forward_hook(capture)  # expect: hook-not-removed[unsafe]
    out = owner.model(*inputs)
    handle.remove()
    return out, dict(seen)


def left_without_a_run(owner, inputs):
    seen = []
    owner.final_layer.register_forward_hook(lambda layer, args, output: seen.append(output))
    return owner.describe(inputs), seen
