# Reported at https://github.com/utkuozbulak/pytorch-cnn-visualizations/issues/53
# For a video, a guided backprop object is made for every frame, and each registers its
# hooks on one model.
import torch
from torch.nn import ReLU


class GuidedBackprop:
    def __init__(self, model):
        self.hook_handles = []
        self.model = model
        self.gradients = None
        self.model.eval()
        self.update_relus()
        self.hook_layers()

    def hook_layers(self):
        def hook_function(module, grad_in, grad_out):
            self.gradients = grad_in[0]

        first_layer = list(self.model.features._modules.items())[0][1]
        self.hook_handles.append(first_layer.register_full_backward_hook(hook_function))  # expect: hook-not-removed[unsafe]

    def update_relus(self):
        def relu_backward(module, grad_in, grad_out):
            return (torch.clamp(grad_in[0], min=0.0),)

        for pos, module in self.model.features._modules.items():
            if isinstance(module, ReLU):
                self.hook_handles.append(module.register_full_backward_hook(relu_backward))  # expect: hook-not-removed[unsafe]

    def generate_gradients(self, image, target):
        output = self.model(image)
        self.model.zero_grad()
        output[0, target].backward()
        return self.gradients.cpu().numpy()[0]


def explain_video(model, frames, target):
    result = []
    for frame in frames:
        guided = GuidedBackprop(model)
        result.append(guided.generate_gradients(frame.requires_grad_(), target))
        for handle in guided.hook_handles:
            handle.remove()
    return result
