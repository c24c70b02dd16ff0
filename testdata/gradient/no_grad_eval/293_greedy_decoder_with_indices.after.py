# Words are the indices of the largest scores, which carry no graph: all of the loop is one region,
# and one decorator serves what feeds the next step, too.
import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self, width, words):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.linear = nn.Linear(width, words)

    def forward(self, features, captions):
        hidden, _ = self.lstm(torch.cat((features.unsqueeze(1), self.embed(captions)), 1))
        return self.linear(hidden)

    @torch.no_grad()
    def caption(self, features, states=None):
        chosen = []
        step = features.unsqueeze(1)
        for _ in range(50):  # expect: no-grad-eval[safe]
            hidden, states = self.lstm(step, states)
            scores = self.linear(hidden.squeeze(1))
            _, word = scores.max(1)
            chosen.append(word)
            step = self.embed(word).unsqueeze(1)
        return torch.stack(chosen, 1)
