import torch


class ForTheCaller:
    """The caller goes backward, and the hook has to be there."""

    def __init__(self, model, layer):
        self.model = model
        self.layer = layer
        self.grads = None
        self.count = None

    def run(self, picture):
        def keep_gradient(module, grad_in, grad_out):
            self.grads = grad_out[0]

        self.layer.register_full_backward_hook(keep_gradient)  # expect: hook-not-removed[report]
        print(self.grads)
        return self.model(picture)


class OnlyOnce:
    def __init__(self, model, layer):
        self.model = model
        self.layer = layer
        self.features = None
        self.hooked = False

    def run(self, picture):
        def keep(module, inputs, output):
            self.features = output

        if not self.hooked:
            self.layer.register_forward_hook(keep)
            self.hooked = True
        self.model(picture)
        return self.features


class Turns:
    def __init__(self, model, layer):
        self.model = model
        self.layer = layer
        self.features = None

    def run(self, pictures):
        def keep(module, inputs, output):
            self.features = output

        self.layer.register_forward_hook(keep)  # expect: hook-not-removed[report]
        for picture in pictures:
            self.model(picture)
            yield self.features
