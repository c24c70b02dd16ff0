import torch


class Explainer:
    def __init__(self, net):
        self.net = net
        self.names = [name for name, _ in net.named_modules()]

    def activations(self, layer, x):
        index = self.names.index(layer) if isinstance(layer, str) else layer

        def keep_as(name):
            def hook(module, inputs, output):
                self.seen[name] = output

            return hook

        if not hasattr(self, "seen"):
            self.seen = {}

        if layer not in self.seen:
            module = dict(self.net.named_modules())[self.names[index]]
            module.register_forward_hook(keep_as(self.names[index]))  # expect: hook-not-removed[unsafe]

        with torch.no_grad():
            self.net(x)
        return self.seen[self.names[index]]
