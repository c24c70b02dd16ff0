import torch


def outputs_of(model, sample):
    outputs = {}

    def hook(module, inputs, output):
        outputs["head"] = output.detach()

    handle = model.head.register_forward_hook(hook)  # expect: hook-not-removed[unsafe]
    model(sample)
    handle.remove()
    return outputs
