# options: minor: true
import torch


class Loop:
    def __init__(self):
        self._hooks = []

    def register(self, hooks):
        hooks = [hook for hook in hooks if hook is not None]
        for hook in hooks:
            hook.loop = self  # expect: reference-cycle[report]
        self._hooks.extend(hooks)


class ModelLoop(Loop):
    def __init__(self, model):
        super().__init__()
        self.model = model


class Net:
    def __init__(self, blocks):
        self.scale = torch.zeros(4)
        for block in blocks:
            block.net = self  # expect: reference-cycle[report]
        self.blocks = list(blocks)


class Other:
    def __init__(self, blocks, others):
        self.scale = torch.zeros(4)
        for block in blocks:
            block.other = self
        self.blocks = list(others)


class Light(Base):
    def register(self, parts):
        for part in parts:
            part.light = self
        self.parts = parts
