import torch


class GradCam:
    def __init__(self, model, layer):
        self.model = model
        layer.register_forward_hook(self.keep)  # expect: hook-not-removed[report]

    def keep(self, module, inputs, output):
        self.activations = torch.relu(output.detach())

    def __call__(self, x):
        self.model(x)
        return self.activations.mean(1)
