import torch
import torch.nn as nn

model = nn.Linear(10, 5).cuda()
model.register_forward_hook(lambda m, i, o: print("hook"))  # expect: hook-not-removed[safe]
for _ in range(100):
    model(torch.randn(32, 10).cuda())
