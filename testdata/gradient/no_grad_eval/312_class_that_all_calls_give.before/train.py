# Nobody imports this script, and both calls give the helper a Phrase: what its methods give
# back is known, and that the words have no graph.
import torch
import torch.nn as nn
from nltk.translate import bleu_score

from phrase import Phrase


def run_test(data, net, heat, length=20):
    total = 0.0
    for x, targets in data:
        state = net.encode(x)  # expect: no-grad-eval[unsafe]
        _, words = net.roll_out(state, x[:, 0], length)
        total += bleu_score.sentence_bleu(targets, words)
        (heat - total).pow(2).backward()
    return total


def fit(net, batches, held_out, heat):
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(100):
        for x, targets in batches:
            scores, _ = net.roll_out(net.encode(x), x[:, 0], 20)
            loss = nn.functional.cross_entropy(scores, targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, run_test(held_out, net, heat))


if __name__ == "__main__":
    model = Phrase(10000)
    heat = torch.ones((), requires_grad=True)
    fit(model, torch.load("batches.pt"), torch.load("held_out.pt"), heat)
    print(run_test(torch.load("test.pt"), net=model, heat=heat))
