import torch


def outputs_of(model, sample):
    outputs = {}

    def hook(module, inputs, output):
        outputs["head"] = output.detach()

    model.head.register_forward_hook(hook)  # expect: hook-not-removed[unsafe]
    model(sample)
    return outputs
