import torch


def lengths(model, handle, x):
    seen = []
    model.fc.register_forward_pre_hook(lambda m, i: seen.append(len(i)))  # expect: hook-not-removed[safe]
    model.fc.register_forward_hook(lambda m, i, o: seen.append(len(o)))  # expect: hook-not-removed[safe]
    model(x)
    handle.write(str(seen))
