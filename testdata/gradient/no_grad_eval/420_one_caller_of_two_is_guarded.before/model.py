import torch
from torch import nn
from torch.nn import functional as F


class LanguageModel(nn.Module):
    def __init__(self, vocabulary=50304, width=768):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.mix = nn.Linear(width, width)
        self.head = nn.Linear(width, vocabulary)

    def forward(self, ids):
        return self.head(F.relu(self.mix(self.embedding(ids))))

    def generate(self, ids, count, temperature=1.0):
        for _ in range(count):
            logits = self(ids)[:, -1, :] / temperature  # expect: no-grad-eval[safe]
            word = torch.multinomial(F.softmax(logits, dim=-1), num_samples=1)
            ids = torch.cat((ids, word), dim=1)
        return ids
