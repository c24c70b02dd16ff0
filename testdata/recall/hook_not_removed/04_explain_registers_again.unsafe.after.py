# Reported at https://github.com/microsoft/tensorwatch/pull/74
# explain() registers both hooks again for each image it explains.
import torch
import torch.nn.functional as F


class GradCam:
    def __init__(self, model, target_layer):
        self.model = model
        self.target_layer = target_layer
        self.features = None
        self.grads = None

    def explain(self, inp, ind):
        def forward_hook(module, inputs, output):
            self.features = output

        def backward_hook(module, grad_in, grad_out):
            self.grads = grad_out[0]

        handle = self.target_layer.register_forward_hook(forward_hook)  # expect: hook-not-removed[unsafe]
        handle_2 = self.target_layer.register_full_backward_hook(backward_hook)  # expect: hook-not-removed[unsafe]
        output = self.model(inp)
        self.model.zero_grad()
        output[0, ind].backward()
        weight = self.grads.mean(dim=(2, 3), keepdim=True)
        handle_2.remove()
        handle.remove()
        return F.relu((weight * self.features).sum(1))
