import torch
import torch.nn as nn
import torch.nn.functional as F


class Clusters(nn.Module):
    def __init__(self, encoder, size, dim):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.register_buffer("bank", torch.zeros(size, dim))

    def forward(self, x, idx, assigned):
        output = self.encoder(x)
        self.remember(output, idx)
        return F.cross_entropy(output, assigned)

    def remember(self, embeddings, idx):
        self.bank[idx] = embeddings[: len(idx)]  # expect: forward-attr-retention[unsafe]

    @torch.no_grad()
    def assign(self):
        return self.bank.argmax(1)


class Given(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.register_buffer("bank", torch.zeros(size, dim))

    def forward(self, x, idx):
        self.remember(x, idx)
        return x

    def remember(self, data, idx):
        self.bank[idx] = data[: len(idx)]

    @torch.no_grad()
    def assign(self):
        return self.bank.argmax(1)
