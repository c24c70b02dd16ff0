# The method installs the hook by another one, each time that it is called.
import torch


class Visualiser:
    def __init__(self, model, layer):
        self.model = model
        self.layer = layer
        self.features = None

    def install(self):
        def keep(module, inputs, output):
            self.features = output[0]

        self.model[self.layer].register_forward_hook(keep)  # expect: hook-not-removed[report]

    def visualise(self, image):
        self.install()
        self.model(image)
        return self.features.mean().item()


class Lazy:
    def __init__(self, model):
        self.model = model
        self.kept = None
        self.is_installed = False

    def install(self):
        def keep(module, inputs, output):
            self.kept = output[0]

        self.model[0].register_forward_hook(keep)

    def visualise(self, image):
        if not self.is_installed:
            self.install()
            self.is_installed = True
        self.model(image)
        return self.kept.mean().item()
