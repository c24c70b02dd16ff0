# What the passes take with their graphs may be what is asked for.
import tracemalloc

import torch


def peak(model, loader):
    model.eval()
    torch.cuda.reset_peak_memory_stats()
    for x, _ in loader:
        model(x).argmax(1).cpu()
    return torch.cuda.max_memory_allocated() / 1024**2


def traced(model, loader):
    model.eval()
    tracemalloc.start()
    labels = [model(x).argmax(1) for x, _ in loader]
    print(tracemalloc.get_traced_memory(), len(labels))


def on_any_device(model, loader, accelerator):
    model.eval()
    for size in (1, 2, 4):
        before = accelerator.memory_allocated()
        print(size, before)
        for x, _ in loader:
            model(x[:size]).argmax(1).cpu()


def compare(models, loader):
    for model in models:
        model.eval()
        print(_run(model, loader))


def _run(model, loader):
    for x, _ in loader:
        model(x).argmax(1).cpu()
    return torch.cuda.memory_stats()["allocated_bytes.all.peak"]
