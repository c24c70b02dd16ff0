from torch import nn, zeros

model = nn.Linear(4, 4)
example = zeros(1, 4)
for i in range(3):
    import torch

    traced = torch.jit.trace(model, example)
    print(traced(example))
