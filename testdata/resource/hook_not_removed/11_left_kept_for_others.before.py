import torch

activations = {}


def keep(name):
    def hook(module, inputs, output):
        activations[name] = output.detach()

    return hook


def prepare(model, sample):
    model.fc.register_forward_hook(keep("fc"))
    model(sample)


class Recorder:
    def start(self, model, sample):
        def hook(module, inputs, output):
            self.last = output

        model.fc.register_forward_hook(hook)
        model(sample)

    def record(self, model, sample):
        seen = []
        model.fc.register_forward_hook(lambda m, i, o: seen.append(o))
        model(sample)
        self.seen = seen


def reader(model, sample):
    seen = []
    model.fc.register_forward_hook(lambda m, i, o: seen.append(o))
    model(sample)

    def latest():
        return seen[-1]

    return latest
