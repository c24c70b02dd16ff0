import torch
import torch.nn as nn


class Phrase(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.emb = nn.Embedding(words, 64)
        self.enc = nn.LSTM(64, 512, batch_first=True)
        self.dec = nn.LSTM(64, 512, batch_first=True)
        self.out = nn.Linear(512, words)

    def encode(self, x):
        _, state = self.enc(self.emb(x))
        return state

    def step(self, state, word):
        found, state = self.dec(self.emb(word).unsqueeze(1), state)
        return self.out(found).squeeze(1), state

    def roll_out(self, state, word, length):
        scores = []
        words = []
        for _ in range(length):
            score, state = self.step(state, word)
            word = torch.max(score, dim=1)[1]
            scores.append(score)
            words.append(word.data.cpu().numpy()[0])
        return torch.cat(scores), words
