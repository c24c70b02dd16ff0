import torch


def all_outputs(model, batches):
    seen = {"fc": [], "head": []}

    def keep(module, inputs, output):
        seen["fc"].append(output)

    handle = model.fc.register_forward_hook(keep)  # expect: hook-not-removed[unsafe]
    for batch in batches:
        model(batch)
    handle.remove()
    return seen["fc"]


def joined_outputs(model, batches):
    seen = {"fc": []}

    def keep(module, inputs, output):
        seen["fc"].append(output.detach())

    handle = model.fc.register_forward_hook(keep)  # expect: hook-not-removed[safe]
    for batch in batches:
        model(batch)
    handle.remove()
    return torch.cat(seen["fc"])
