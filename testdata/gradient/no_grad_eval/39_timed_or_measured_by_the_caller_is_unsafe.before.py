# The fix makes the passes faster, and their memory smaller, than what was measured.
import time

import torch


def measure_speed(model, loader):
    model.eval()
    start = time.perf_counter()
    for x, _ in loader:  # expect: no-grad-eval[unsafe]
        model(x).argmax(1).cpu()
    print((time.perf_counter() - start) / len(loader))


def on_the_device(model, x, runs):
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    model.eval()
    start.record()
    for _ in range(runs):  # expect: no-grad-eval[unsafe]
        model(x).argmax(1)
    end.record()
    print(start.elapsed_time(end) / runs)


def validate(model, loader):
    model.eval()
    hits = 0
    for x, y in loader:  # expect: no-grad-eval[unsafe]
        hits += (model(x).argmax(1) == y).sum().item()
    return hits


def main(model, loader):
    print(validate(model, loader))
    print(torch.cuda.max_memory_allocated())
