import torch


def embed(model, layer, images):
    features = []

    def keep(module, inputs, output):
        features.append(output.flatten(1).cpu())

handle = layer.register_forward_hook(keep)  # expect: hook-not-removed[safe]
    for image in images:
        model(image)
    handle.remove()
    return torch.cat(features)
    )

def embed_part(model, images):
    features = []
    handle = model.backbone[3].register_forward_hook(  # expect: hook-not-removed[safe]
        lambda module, inputs, output: features.append(output.detach())

    with torch.no_grad():
        for image in images:
            model(image)
    handle.remove()
    return table / table.norm()
