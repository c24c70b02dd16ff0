import torch
from torchvision import models


def answer(net, words):
    scores = net(words)
    return scores.softmax(1)


def answer_in_turn(net, words, turns):
    for _ in range(turns):
        words = answer(net, words)
    return words


if __name__ == "__main__":
    net = models.vit_b_16()
    net.load_state_dict(torch.load("phrases.pt"))
    while True:
        print(answer_in_turn(net, torch.load(input(">>> ")), 1).argmax(1).item())
