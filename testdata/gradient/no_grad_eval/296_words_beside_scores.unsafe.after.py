# Of the pair that a decoder gives only the scores have a graph: the words are numbers in a list
# that it fills itself, so code out of sight may get them.
import torch
import torch.nn as nn
from nltk.translate import bleu_score


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

    def roll_into(self, state, word, length, words):
        scores = []
        for _ in range(length):
            score, state = self.step(state, word)
            word = torch.max(score, dim=1)[1]
            scores.append(score)
            words.append(score)
        return torch.cat(scores), words


@torch.no_grad()
def measure(data):
    net = Phrase(10000)
    net.load_state_dict(torch.load("phrase.pt"))
    total = 0.0
    for sequence, targets in data:  # expect: no-grad-eval[unsafe]
        x = torch.tensor(sequence)
        state = net.encode(x)
        _, words = net.roll_out(state, x[:, 0], 20)
        total += bleu_score.sentence_bleu(targets, words)
    print(total)


def train(data):
    net = Phrase(10000)
    optimizer = torch.optim.Adam(net.parameters())
    for sequence, targets in data:
        x = torch.tensor(sequence)
        scores, _ = net.roll_out(net.encode(x), x[:, 0], 20)
        loss = nn.functional.cross_entropy(scores, torch.tensor(targets))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def measure_scores(data):
    net = Phrase(10000)
    net.load_state_dict(torch.load("phrase.pt"))
    total = 0.0
    for sequence, targets in data:
        x = torch.tensor(sequence)
        state = net.encode(x)
        _, given = net.roll_into(state, x[:, 0], 20, [])
        total += bleu_score.sentence_bleu(targets, given)
    print(total)
