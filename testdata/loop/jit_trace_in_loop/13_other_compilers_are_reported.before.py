import torch


def run(model, example, batches):
    for batch in batches:
        fast = torch.compile(model)  # expect: jit-trace-in-loop[report]
        fast(batch)
        scripted = torch.jit.script(model)  # expect: jit-trace-in-loop[report]
        scripted(batch)
