import torch


def run(model, x, verbose):
    norms = []
    if verbose:
        model.fc.register_forward_hook(  # expect: hook-not-removed[safe]
            lambda module, inputs, output: norms.append(output.norm().item())
        )
    result = model(x).argmax(1)
    if verbose:
        print(max(norms))
    return result.tolist()
