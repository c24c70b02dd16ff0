# options: minor: true
# All of the results are joined on the device, and used there.
import torch

device = torch.device("cuda")


def accuracy(model, loader, score):
    guesses, answers = [], []
    for x, y in loader:
        with torch.no_grad():
            guesses.append(model(x.to(device)))  # expect: results-on-device
            answers.append(y)
    return score(torch.cat(guesses), torch.cat(answers).to(device))


def accuracy_by_parts(model, loader, score):
    guesses = []
    for x, _ in loader:
        with torch.no_grad():
            guesses.append(model(x.to(device)))
    return [score(guess) for guess in guesses]
