import torch

from texts import Speaker


def rate(pairs, count_of):
    net = Speaker()
    net.load_state_dict(torch.load("speaker.pt"))
    total = 0
    for x, reference in pairs:  # expect: no-grad-eval[safe]
        scores, words = net.spoken(x)
        total += sum(a == b for a, b in zip(words, reference))
    print(total)
