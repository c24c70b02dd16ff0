import torch


class Embedder:
    def __init__(self, model):
        self.model = model

    def embed(self, x):
        seen = []

        def keep(module, inputs, output):
            seen.append(output.mean((2, 3)))

        self.model.layer4[-1].register_forward_hook(keep)  # expect: hook-not-removed[safe]
        with torch.no_grad():
            self.model(x)
        return seen[0]
