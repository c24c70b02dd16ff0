import torch
import torch.nn as nn
import torch.nn.functional as F


class Clusters(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.start = 0
        self.register_buffer("memory", torch.zeros(2, size, dim))
        self.register_buffer("memory_index", torch.zeros(size).long())

    def forward(self, x, idx, assigned):
        output = self.encoder(x)
        self.remember(output, idx)
        return F.cross_entropy(output, assigned)

    def remember(self, embeddings, idx):
        end = self.start + len(idx)
        self.memory_index[self.start : end] = idx
        for crop in range(2):
            self.memory[crop][self.start : end] = embeddings[crop :: 2].detach()  # expect: forward-attr-retention[unsafe]
        self.start = end

    def cluster(self):
        self.start = 0
        with torch.no_grad():
            chosen = torch.randperm(len(self.memory[0]))[:8]
            centroids = self.memory[0][chosen]
            return torch.mm(self.memory[0], centroids.t()).max(dim=1)
