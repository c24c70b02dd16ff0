# Reported at https://github.com/frgfm/torch-cam/pull/23
# A loop over extractors left the hooks of each on the model.
import torch


class ActivationMap:
    def __init__(self, model, layer):
        self.hook_handles = []
        self.model = model
        self.stored = None
        self.hook_handles.append(layer.register_forward_hook(self.keep))  # expect: hook-not-removed[unsafe]

    def keep(self, module, inputs, output):
        self.stored = output.detach()

    def __call__(self, class_idx):
        weights = self.model.fc.weight[class_idx]
        return torch.relu(torch.einsum("c,bchw->bhw", weights.detach(), self.stored))


def compare(model, layers, image):
    model.eval()
    maps = {}
    for name in layers:
        extractor = ActivationMap(model, getattr(model, name))
        with torch.no_grad():
            scores = model(image)
        maps[name] = extractor(scores.argmax(1).item())
        for handle in extractor.hook_handles:
            handle.remove()
    return maps
