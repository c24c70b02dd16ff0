import torch


class Explainer:
    def __init__(self, net):
        self.net = net
        self.seen = {}
        self.modules = dict(net.named_modules())

    def activations(self, layer, x):
        def keep_as(name):
            def hook(module, inputs, output):
                self.seen[name] = output

            return hook

        if layer not in self.seen:
            names = list(self.modules)
            self.modules[names[layer]].register_forward_hook(keep_as(names[layer]))  # expect: hook-not-removed[report]

        with torch.no_grad():
            self.net(x)
        return self.seen[list(self.modules)[layer]]
