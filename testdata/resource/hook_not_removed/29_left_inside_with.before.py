import torch


def keep_watching(model, x, writer):
    with torch.no_grad():
        model.fc.register_forward_hook(lambda m, i, o: writer.append(o.mean()))
        model(x)


def hooked_for_the_caller(model, x, store=None):
    model.fc.register_forward_hook(lambda m, i, o: store.append(o))
    model(x)


def before_the_run(model):
    model.fc.register_forward_hook(lambda m, i, o: print(o.shape))


def factory_of_others(model, make_hook, x):
    model.fc.register_forward_hook(make_hook("fc"))
    model(x)
