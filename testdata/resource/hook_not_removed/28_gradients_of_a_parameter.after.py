import torch


def gradient_norms(model, batches):
    norms = []
    handle = model.head.weight.register_hook(  # expect: hook-not-removed[safe]
        lambda grad: norms.append(grad.norm().item())
    )
    for x, y in batches:
        model.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
    handle.remove()
    print(sum(norms) / len(norms))
