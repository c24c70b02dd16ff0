import torch


class Probe:
    def __init__(self, model):
        self.model = model
        self.before = []
        self.behind = []
        self.count = 0

    def attach(self):
        for layer in self.model.children():
            self.before.append(layer.register_forward_pre_hook(self.enter))
            self.behind.append(layer.register_forward_hook(self.leave))  # expect: hook-not-removed[unsafe]

    def enter(self, module, inputs):
        self.count += 1

    def leave(self, module, inputs, output):
        self.count -= 1

    def detach(self):
        print(len(self.behind), "hooks")
        for hook in self.before:
            hook.remove()
        for handle in self.behind:
            handle.remove()
        self.before = []
