import torch


class Probe:
    def __init__(self, model):
        self.before = []
        self.behind = []
        for layer in model.children():
            self.before.append(layer.register_forward_pre_hook(self.look))
            self.behind.append(layer.register_forward_hook(self.look))

    def look(self, *values):
        print(len(values))

    def close(self):
        for name in ("before", "behind"):
            for handle in getattr(self, name):
                handle.remove()
        self.before = []
        self.behind = []
