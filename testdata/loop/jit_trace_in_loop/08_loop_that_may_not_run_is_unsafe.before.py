import torch
from torch import nn


def warm_up(batches):
    model = nn.Linear(4, 4)
    example = torch.zeros(1, 4)
    for batch in batches:
        traced = torch.jit.trace(model, example)  # expect: jit-trace-in-loop[unsafe]
        traced(batch)
    for i in range(3):
        for batch in batches:
            torch.jit.trace(model, example)  # expect: jit-trace-in-loop[unsafe]
