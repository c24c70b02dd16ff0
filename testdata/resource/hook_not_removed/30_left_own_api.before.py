import torch


class Graph:
    def __init__(self):
        self.hooks = []

    def register_forward_hook(self, hook):
        self.hooks.append(hook)

    def forward(self, x):
        return torch.relu(x)

    def run(self, x):
        seen = []
        self.register_forward_hook(lambda m, i, o: seen.append(o))
        return self.forward(x), len(seen)
