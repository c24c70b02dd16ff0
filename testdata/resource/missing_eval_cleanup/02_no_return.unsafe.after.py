import gc

import torch as th


def evaluate(model, loader):
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()
    print(correct)  # expect: missing-eval-cleanup[unsafe]
    gc.collect()
    if th.cuda.is_available():
        th.cuda.empty_cache()
