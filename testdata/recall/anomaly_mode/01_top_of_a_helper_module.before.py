# Reported at https://github.com/yenchenlin/nerf-pytorch/issues/42
# The second line of a helper module switches it on for everybody; nearly 50 % slower.
import torch
torch.autograd.set_detect_anomaly(True)  # expect: anomaly-mode[unsafe]
import torch.nn as nn
import torch.nn.functional as F


def img2mse(x, y):
    return torch.mean((x - y) ** 2)


class Embedder(nn.Module):
    def __init__(self, freqs):
        super().__init__()
        self.freqs = freqs

    def forward(self, x):
        return torch.cat([x] + [torch.sin(f * x) for f in self.freqs], -1)
