# Reported at https://github.com/harvardnlp/annotated-transformer/issues/126
# A local and an argument are deleted just before the function returns.
import math

import torch
from torch import nn


class MultiHeadedAttention(nn.Module):
    def __init__(self, h, d_model):
        super().__init__()
        self.d_k = d_model // h
        self.h = h
        self.linears = nn.ModuleList([nn.Linear(d_model, d_model) for _ in range(4)])

    def forward(self, query, key, value):
        n = query.size(0)
        query, key, value = [
            lin(x).view(n, -1, self.h, self.d_k).transpose(1, 2)
            for lin, x in zip(self.linears, (query, key, value))
        ]
        scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(self.d_k)
        x = torch.matmul(scores.softmax(dim=-1), value)
        x = x.transpose(1, 2).contiguous().view(n, -1, self.h * self.d_k)
        out = self.linears[-1](x)
        del query  # missed: pointless-del[report] - the memory may be needed before the names would go by themselves
        del key  # missed: pointless-del[report] - the memory may be needed before the names would go by themselves
        del value  # missed: pointless-del[report] - the memory may be needed before the names would go by themselves
        return out
