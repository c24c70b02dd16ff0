import torch
from torch import nn

model = nn.Linear(4, 4)
example = torch.zeros(1, 4)
run = model
for i in range(3):
    print(run(example))
    run = torch.jit.trace(model, example)
for i in range(3):
    step = torch.jit.trace(model, example)
    step = torch.jit.freeze(step.eval())
