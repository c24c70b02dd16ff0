import torch


def benchmark(model, example, batches):
    traced = torch.jit.trace(model, example)  # expect: jit-trace-in-loop[unsafe]
    for batch in batches:
        traced(batch)
