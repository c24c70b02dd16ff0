import torch


def run(model, x, verbose):
    norms = []
    handles = []
    if verbose:
        handles.append(model.fc.register_forward_hook(  # expect: hook-not-removed[safe]
            lambda module, inputs, output: norms.append(output.norm().item())
        ))
    result = model(x).argmax(1)
    for handle in handles:
        handle.remove()
    if verbose:
        print(max(norms))
    return result.tolist()
