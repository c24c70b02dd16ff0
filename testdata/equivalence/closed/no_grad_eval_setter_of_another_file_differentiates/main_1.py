import torch
from parts_1 import Net, Sum

model = Net()
model.eval()
meter = Sum()
for x in [torch.ones(3, 4)]:
    out = model(x)
    meter[0] = out
print(len(meter.items))
