import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).eval()
example = torch.zeros(1, 4)
for i in range(3):
    print(i)
    # one trace is enough
    traced = torch.jit.trace(net, example, check_trace=False)  # expect: jit-trace-in-loop[safe]
    print(traced(torch.ones(2, 4) * i).sum().item())
print(type(traced).__name__)
