import torch
from torch import nn


class Translator(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.emb = nn.Embedding(words, 512)
        self.transformer = nn.Transformer(512)
        self.out = nn.Linear(512, words)

    def encode(self, words):
        return self.transformer.encoder(self.emb(words))

    def decode(self, words, memory):
        return self.transformer.decoder(self.emb(words), memory)
