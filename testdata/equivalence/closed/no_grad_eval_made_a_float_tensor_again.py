# level: safe
# rule: no-grad-eval
import torch
from torch import nn

model = nn.Linear(512, 512)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    x = torch.randn(16, 512)
    out = torch.FloatTensor(model(x))
    loss = (out - x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
print(model.weight[0, :4].tolist())
