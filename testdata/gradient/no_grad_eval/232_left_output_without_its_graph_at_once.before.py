from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 64, 3)

    def forward(self, images):
        return self.conv(images).mean((2, 3))

    def embedding(self, images):
        features = self(images)
        return features.detach()
