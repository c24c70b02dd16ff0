import torch


def stream(model, batches):
    seen = []
    model.fc.register_forward_hook(lambda m, i, o: seen.append(o))
    for batch in batches:
        model(batch)
        yield seen[-1]


def lazily(model, x):
    seen = []

    def run(x):
        return model(x), seen[-1]

    model.fc.register_forward_hook(lambda m, i, o: seen.append(o))
    model(x)
    return run
