# rule: hook-not-removed
# level: unsafe
# measure: hooks
# leak: growth
# output: same
"""Class activation maps: each explanation hooks the layer of the object, forward and backward."""
import torch
from torch import nn


class GradCam:
    def __init__(self, model, layer):
        self.model = model
        self.layer = layer
        self.features = None
        self.grads = None

    def explain(self, picture, index):
        def keep(module, inputs, output):
            self.features = output.detach()

        def keep_gradient(module, grad_in, grad_out):
            self.grads = grad_out[0]

        self.layer.register_forward_hook(keep)
        self.layer.register_full_backward_hook(keep_gradient)
        output = self.model(picture)
        if index is None:
            return None
        output[0, index].backward()
        return (self.grads.mean((2, 3), keepdim=True) * self.features).relu().sum().item()


torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.Tanh(), nn.Flatten(), nn.Linear(144, 3))
cam = GradCam(model, model[0])
for step in range(10):
    print(step, cam.explain(torch.randn(1, 1, 8, 8), step % 3 if step != 4 else None))
    # sample
