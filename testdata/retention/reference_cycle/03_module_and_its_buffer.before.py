# A buffer that knows its module, registered and plain.
import torch
import torch.nn as nn


class LeakyModule(nn.Module):
    def __init__(self):
        super().__init__()
        buffer = torch.zeros(1000, 1000)
        buffer.owner = self  # expect: reference-cycle[report]
        self.register_buffer("state", buffer)
        self.table = torch.zeros(1000, 1000)
        self.table.module = self  # expect: reference-cycle[report]
