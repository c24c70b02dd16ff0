# The decoder of nn.Transformer is a module, too: what it gets has no other use.
import torch
from translator import Translator


def translate(model, words, steps):
    memory = model.encode(words)  # expect: no-grad-eval[unsafe]
    for _ in range(steps):
        states = model.decode(words, memory)
        print(model.out(states[:, -1]).argmax().item())


def main():
    model = Translator(10000)
    model.load_state_dict(torch.load("translator.pt"))
    for number in range(100):
        translate(model, torch.load(f"{number}.pt"), 100)


main()
