# The buffer is a local name: it is gone when the constructor returns.
import torch
import torch.nn as nn


class LeakyModule(nn.Module):
    def __init__(self):
        super().__init__()
        buffer = torch.zeros(1000, 1000).to("cuda")
