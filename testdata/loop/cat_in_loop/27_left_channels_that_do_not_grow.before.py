import torch
from torch import nn


class Dense(nn.Module):
    def forward(self, x):
        for layer in self.layers:
            x = torch.cat([x, layer(x)], 1)
        return x


class Up(nn.Module):
    def forward(self, x, skips):
        for block in self.blocks:
            x = torch.cat([x, skips.pop()], dim=1)
            x = block(x)
        return x
