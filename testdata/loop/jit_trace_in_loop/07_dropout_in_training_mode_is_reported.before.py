import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.BatchNorm1d(4))
example = torch.randn(8, 4)
for _ in range(3):
    traced = torch.jit.trace(model, example)  # expect: jit-trace-in-loop[report]
    print(traced(example).shape)
switched = nn.Sequential(nn.Dropout(0.5)).eval()
switched.train()
for _ in range(3):
    torch.jit.trace(switched, example)  # expect: jit-trace-in-loop[unsafe]
hooked = nn.Linear(4, 4)
hooked.register_forward_hook(lambda m, i, o: print("run"))
for _ in range(3):
    torch.jit.trace(hooked, example)  # expect: jit-trace-in-loop[report]
