import torch


class Counter:
    def __init__(self, model: torch.nn.Module):
        self.model = model
        self.calls = 0

    def start(self):
        self.hook = self.model.register_forward_hook(self.count)  # expect: hook-not-removed[report]

    def count(self, module, inputs, output):
        self.calls += 1

    def stop(self):
        self.hook = None
