# What has a forward() is a module, and its own methods are steps of its inference, whatever its
# base class does. A class without one may be run by its base, without gradients.
import torch
from voices.base import BaseVoice
from voices.layers import Encoder


class Voice(BaseVoice):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.decoder = Encoder()

    def encode(self, x):
        encoded = self.encoder(x)
        return encoded, torch.ones_like(encoded)

    def forward(self, x):
        return self.encode(x)

    def inference(self, x):
        encoded, mask = self.encode(x)  # expect: no-grad-eval[unsafe]
        return {"encoded": encoded, "mask": mask}


class Segmentor(BaseVoice):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()

    def slide(self, x):
        encoded = self.encoder(x)
        return encoded, torch.ones_like(encoded)

    def inference(self, x):
        encoded, mask = self.slide(x)
        return {"encoded": encoded, "mask": mask}
