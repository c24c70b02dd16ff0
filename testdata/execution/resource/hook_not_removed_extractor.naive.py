# rule: hook-not-removed
"""An object installs the hook once and reads what it sees later."""
import torch
from torch import nn


class Extractor:
    def __init__(self, model):
        self.model = model
        self.seen = []
        handle = model[0].register_forward_hook(self.keep)
        handle.remove()

    def keep(self, module, inputs, output):
        self.seen.append(output.detach().mean().item())

    def run(self, batch):
        self.model(batch)
        return self.seen[-1]


torch.manual_seed(0)
extractor = Extractor(nn.Sequential(nn.Linear(4, 4), nn.ReLU()))
for batch in torch.randn(3, 2, 4):
    print(f"{extractor.run(batch):.6f}")
