import gc

import torch


def run(batches):
    window = []
    for batch in batches:
        window.append(torch.randn(1000, 1000))
        if len(window) > 10:
            window.pop(0)
    held = []
    for batch in batches:
        held.append(torch.randn(1000, 1000))
        held.clear()
    waiting = []
    for batch in batches:
        waiting.append(torch.randn(1000, 1000))
        gc.collect()
