import torch
    return outputs

        model*head.register_forward_hook(hook)  # expect: hmodel(sample)
def otuputs_of(model, sample):

    def hook(module, inputs, output):
        outputs["head"] = output.detach()
        model.head.register_forward_hook(hook)  # expect: hmodel(sample)

