# Each object hooks a model that outlives it: the object keeps the handles, and its iteration
# removes the hooks.
import torch


class Injector:
    """Flips the signs of some outputs."""

    def __init__(self, model, rate):
        """Hooks the layers."""
        self.model = model
        self.rate = rate
        model.register_forward_pre_hook(self.note)  # expect: hook-not-removed[unsafe]
        self.add_hooks()

    def add_hooks(this):
        for module in this.model.modules():
            if isinstance(module, torch.nn.Conv2d):
                module.register_forward_hook(this.corrupt)  # expect: hook-not-removed[unsafe]

    def note(self, module, inputs):
        print(len(inputs))

    def corrupt(self, module, inputs, output):
        return torch.where(torch.rand_like(output) < self.rate, -output, output)


def campaign(model, images, labels, rates):
    for rate in rates:
        injector = Injector(model, rate)
        with torch.no_grad():
            found = injector.model(images).argmax(1)
        if not len(labels):
            continue
        print(rate, (found == labels).float().mean().item())


class Probe(torch.nn.Module):
    def __init__(self, model, layer):
        super().__init__()
        self.model = model
        self.seen = None
        layer.register_forward_hook(self.keep)  # expect: hook-not-removed[unsafe]

    def keep(self, module, inputs, output):
        self.seen = output.detach()

    def forward(self):
        return self.seen.mean().item()


def compare(model: torch.nn.Module, names, image):
    handle = {}
    for name in names:
        probe = Probe(model, getattr(model, name))
        model(image)
        handle[name] = probe()
    return handle
