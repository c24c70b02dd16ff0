"""A recurrent layer gives a PackedSequence for one: its data is a tensor with the graph."""
import torch
from torch import nn
from torch.nn.utils import rnn


class Speaker(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.encoder = nn.GRU(width, width, batch_first=True)
        self.decoder = nn.LSTM(width, width, batch_first=True)
        self.output = nn.Linear(width, 4)

    def run(self, sequence, hidden):
        out, hidden = self.decoder(sequence, hidden)
        return out, hidden

    def teach(self, hidden, sequence):
        out, _ = self.decoder(sequence, hidden)
        return self.output(out.data)

    def teach_by_helper(self, hidden, sequence):
        out, _ = self.run(sequence, hidden)
        return self.output(out.data)

    def encode(self, sequence):
        return self.output(self.encoder(sequence)[0].data)


def train(model, optimizer, batches):
    for words, hidden, target in batches:
        packed = rnn.pack_sequence(words)
        logits = model.teach(hidden, packed) + model.encode(packed)
        loss = nn.functional.cross_entropy(logits, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
