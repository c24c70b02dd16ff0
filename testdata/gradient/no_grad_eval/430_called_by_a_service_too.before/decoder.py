# Not each call of decode() stands in a loop of another file that evaluates.
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(5000, 512)
        self.cell = nn.GRUCell(512, 1024)
        self.head = nn.Linear(1024, 5000)

    def decode(self, state, steps):
        token = torch.zeros(state.size(0), dtype=torch.long)
        tokens = []
        for _ in range(steps):  # expect: no-grad-eval[safe]
            state = self.cell(self.embedding(token), state)
            token = self.head(state).argmax(1)
            tokens.append(token.tolist())
        return tokens
