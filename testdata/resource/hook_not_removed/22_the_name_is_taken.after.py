import torch


def lengths(model, handle, x):
    seen = []
    hook_handle = model.fc.register_forward_pre_hook(lambda m, i: seen.append(len(i)))  # expect: hook-not-removed[safe]
    handle_2 = model.fc.register_forward_hook(lambda m, i, o: seen.append(len(o)))  # expect: hook-not-removed[safe]
    model(x)
    hook_handle.remove()
    handle_2.remove()
    handle.write(str(seen))
