from torch import nn


class Encoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 2, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, 2)

    def forward(self, tokens):
        return self.layers(tokens)
