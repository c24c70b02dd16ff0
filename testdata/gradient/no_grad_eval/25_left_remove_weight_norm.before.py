import torch
from torch import nn


class Vocoder(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)

    def remove_weight_norm(self):
        for layer in self.layers:
            layer.remove_weight_norm()

    def load_checkpoint(self, path, eval=False):
        self.load_state_dict(torch.load(path))
        if eval:
            self.eval()
            self.remove_weight_norm()
