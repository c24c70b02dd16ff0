import torch
import torch.nn as nn

model = nn.Linear(10, 5)
example_input = torch.randn(1, 10)
for _ in range(5):
    torch.jit.trace(model, example_input)  # expect: jit-trace-in-loop[safe]
