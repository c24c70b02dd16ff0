# The object may be needed after its iteration, or nobody knows when it is done.
import torch


class Kept:
    def __init__(self, model):
        model.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        self.seen = output


def kept(model: torch.nn.Module, images):
    probes = []
    for image in images:
        probe = Kept(model)
        model(image)
        probes.append(probe)
    return probes


class Behind:
    def __init__(self, model):
        model.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        self.seen = output


def behind(model: torch.nn.Module, images):
    for image in images:
        probe = Behind(model)
        model(image)
    return probe.seen


class Given:
    def __init__(self, model):
        model.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        self.seen = output


def given(model: torch.nn.Module, images, report):
    for image in images:
        probe = Given(model)
        model(image)
        report(probe)


class Unnamed:
    def __init__(self, model):
        model.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        print(output)


def unnamed(model: torch.nn.Module, images):
    for image in images:
        Unnamed(model)
        model(image)


class Sometimes:
    def __init__(self, model):
        model.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        self.seen = output


def sometimes(model: torch.nn.Module, images):
    for image in images:
        if image.any():
            probe = Sometimes(model)
            print(probe.seen)
        model(image)


class Twice:
    def __init__(self, model):
        model.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        self.seen = output


def twice(model: torch.nn.Module, images):
    for image in images:
        probe = Twice(model)
        print(model(image), probe.seen)
    for image in images:
        probe = Twice(model)
        print(model(image), probe.seen)


class Before:
    def __init__(self, model):
        model.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        self.seen = output


def before(model: torch.nn.Module, images):
    probe = None
    for image in images:
        if probe is not None:
            print(probe.seen)
        probe = Before(model)
        model(image)


class Fluent:
    def __init__(self, model):
        model.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        self.seen = output

    def named(self, name):
        self.name = name
        return self


def fluent(model: torch.nn.Module, images):
    probes = []
    for image in images:
        probe = Fluent(model)
        probes.append(probe.named("last"))
        model(image)
    return probes


class Scaled:
    def __init__(self, model):
        self.model = model
        model.register_full_backward_hook(self.scale)  # expect: hook-not-removed[report]

    def scale(self, module, grad_in, grad_out):
        return tuple(grad * 0.5 for grad in grad_in)


def backward_behind_the_loop(model: torch.nn.Module, images):
    loss = 0
    for image in images:
        scaled = Scaled(model)
        loss = loss + scaled.model(image).sum()
    loss.backward()
