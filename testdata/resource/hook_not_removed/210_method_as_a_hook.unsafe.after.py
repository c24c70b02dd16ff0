import torch


class CamMaps:
    """The hook is a method of the object, and registers another one on what the layer gives."""

    def __init__(self, model, layer):
        self.model = model
        self.layer = layer
        self.seen = None
        self.gradient = None

    def _see(self, module, inputs, output):
        self.seen = output.detach()
        if output.requires_grad:
            output.register_hook(self._see_gradient)

    def _see_gradient(self, gradient):
        self.gradient = gradient

    def __call__(self, picture, label):
        handle = self.layer.register_forward_hook(self._see)  # expect: hook-not-removed[unsafe]
        score = self.model(picture)[0, label]
        score.backward()
        handle.remove()
        return (self.gradient * self.seen).sum(1)


class Collected:
    def __init__(self, model):
        self.model = model
        self.parts = []

    def keep(self, module, inputs, output):
        self.parts.append(output.detach())

    def of(self, batch):
        self.parts = []
        handles = []
        for block in self.model.blocks:
            handles.append(block.register_forward_hook(self.keep))  # expect: hook-not-removed[unsafe]
        with torch.no_grad():
            self.model(batch)
        for handle in handles:
            handle.remove()
        return torch.stack(self.parts)


class GivenModel:
    """The module belongs to whoever calls."""

    def __init__(self, names):
        self.names = names
        self.maps = {}

    def keep(self, name):
        def hook(module, inputs, output):
            self.maps[name] = output.detach()

        return hook

    def draw(self, model, sample, writer):
        handles = []
        for name in self.names:
            handles.append(getattr(model, name).register_forward_hook(self.keep(name)))  # expect: hook-not-removed[unsafe]
        model.eval()
        model(sample)
        for name, found in self.maps.items():
            writer.add_image(name, found[0])
        self.maps.clear()
        for handle in handles:
            handle.remove()


class Scaled:
    """What the hook returns takes the place of the output: the hook may be wanted to stay."""

    def __init__(self, model):
        self.model = model
        self.last = None

    def scale(self, module, inputs, output):
        self.last = output
        return output * 2

    def run(self, batch):
        self.model.head.register_forward_hook(self.scale)  # expect: hook-not-removed[report]
        self.model(batch)
        return self.last
