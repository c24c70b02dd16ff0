import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.BatchNorm1d(4))
model.eval()
example = torch.randn(8, 4)
traced = torch.jit.trace(model, example)  # expect: jit-trace-in-loop[safe]
for i in range(3):
    print(traced(example * i).sum().item())
