import torch


def hidden_size(model, sample):
    sizes = {}

    def note(module, inputs, output):
        sizes["hidden"] = output.shape[-1]

    handle = model.encoder.register_forward_hook(note)  # expect: hook-not-removed[safe]
    try:
        if sample is None:
            return model(torch.zeros(1, 8)).shape[-1]
        model(sample)
    finally:
        handle.remove()
    return sizes["hidden"]
