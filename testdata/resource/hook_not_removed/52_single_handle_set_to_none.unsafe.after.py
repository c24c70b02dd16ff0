import torch


class Sizes:
    def __init__(self, model: torch.nn.Module):
        self.model = model
        self.hook = None

    def start(self):
        self.hook = self.model.register_forward_hook(lambda m, i, o: print(o.shape))  # expect: hook-not-removed[unsafe]

    def stop(self):
        if self.hook is not None:
            self.hook.remove()
        self.hook = None
