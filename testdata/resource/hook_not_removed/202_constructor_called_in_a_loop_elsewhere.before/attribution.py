import torch


class GradCAM:
    def __init__(self, model, layer):
        self.model = model
        self.maps = None
        layer.register_forward_hook(self.save_maps)  # expect: hook-not-removed[report]

    def save_maps(self, module, inputs, output):
        self.maps = output.detach()

    def __call__(self, x):
        scores = self.model(x)
        return self.maps.mean(1), scores.argmax(1)
