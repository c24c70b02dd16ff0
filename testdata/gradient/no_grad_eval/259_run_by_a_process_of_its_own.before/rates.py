import torch


def accepted(model, tokens, steps):
    model.eval()
    count = 0
    for _ in range(steps):  # expect: no-grad-eval[unsafe]
        best = model(tokens).argmax(-1)
        count += int((best == tokens).sum())
    return count
