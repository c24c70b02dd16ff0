import torch
from outputs_1 import Outputs
from torch import nn

torch.manual_seed(0)
model = nn.Linear(512, 512)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    outputs = Outputs()
    for x in torch.randn(4, 16, 512):
        outputs.append(model(x))
    loss = outputs.all().pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
