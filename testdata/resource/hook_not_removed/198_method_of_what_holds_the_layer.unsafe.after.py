import torch


class Embedder(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def embed(self, batch):
        seen = {}

        def keep(module, inputs, output):
            del module, output
            seen["tokens"] = inputs[0].detach()

        handle = self.net.visual.dropout.register_forward_hook(keep)  # expect: hook-not-removed[unsafe]
        found = self.net.encode_image(batch)
        handle.remove()
        return found, seen["tokens"]


class Prepared(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def prepare(self):
        seen = {}

        def keep(module, inputs, output):
            seen["tokens"] = inputs[0].detach()

        self.net.visual.dropout.register_forward_hook(keep)
        self.net.eval()
        return seen


class Steering(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def embed(self, batch, table):
        seen = {}

        def keep(module, inputs, output):
            del table["tokens"]
            seen["tokens"] = inputs[0].detach()

        self.net.visual.dropout.register_forward_hook(keep)
        found = self.net.encode_image(batch)
        return found, seen["tokens"]
