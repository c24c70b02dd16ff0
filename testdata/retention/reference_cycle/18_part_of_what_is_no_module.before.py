# options: minor: false
import torch


class Sampler:
    def __init__(self, noise):
        self.noise = noise  # expect: reference-cycle[report]
        self.buffer = torch.randn(1000, 1000)


class Noise:
    def __init__(self, width):
        self.width = width
        self.sampler = Sampler(self)
