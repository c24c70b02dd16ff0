import torch
from torch import nn


class Writer(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)

    def forward(self, ids):
        return self.body(ids.float())

    @torch.no_grad()
    def write(self, ids, steps):
        for _ in range(steps):  # expect: no-grad-eval[safe]
            logits = self(ids)
            _, best = torch.topk(logits, k=1, dim=-1)
            ids = torch.cat((ids, best), dim=1)
        return ids
