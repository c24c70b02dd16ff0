import torch


def benchmark(model, example, batches):
    for batch in batches:
        traced = torch.jit.trace(model, example)  # expect: jit-trace-in-loop[unsafe]
        traced(batch)
