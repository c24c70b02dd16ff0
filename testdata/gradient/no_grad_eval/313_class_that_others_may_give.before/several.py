# Two classes, a call that leaves the choice to a default, and a function that is a value.
import torch
from nltk.translate import bleu_score

from phrase import Phrase
from train import fit


class Doubled(Phrase):
    def roll_out(self, state, word, length):
        score, state = self.step(state, word)
        return score, [score]


def score_either(data, net):
    total = 0.0
    for x, targets in data:
        _, words = net.roll_out(net.encode(x), x[:, 0], 20)  # expect: no-grad-eval[unsafe]
        total += bleu_score.sentence_bleu(targets, words)
    return total


def score_chosen(data, net=None):
    total = 0.0
    for x, targets in data:
        _, words = net.roll_out(net.encode(x), x[:, 0], 20)  # expect: no-grad-eval[unsafe]
        total += bleu_score.sentence_bleu(targets, words)
    return total


def score_any(data, net):
    total = 0.0
    for x, targets in data:
        _, words = net.roll_out(net.encode(x), x[:, 0], 20)
        total += bleu_score.sentence_bleu(targets, words)
    return total


if __name__ == "__main__":
    test = torch.load("test.pt")
    fit(Phrase(10000), torch.load("batches.pt"), test)
    print(score_either(test, Phrase(10000)), score_either(test, Doubled(10000)))
    print(score_chosen(test, Phrase(10000)))
    print(score_any(test, Phrase(10000)), list(map(score_any, [test], [Doubled(10000)])))
