import torch
from torch import nn

model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader([(torch.zeros(4), 0)])

for x, y in loader:
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()

hits = 0
with torch.no_grad():
    for x, y in loader:  # expect: no-grad-eval[safe]
        hits += (model(x).argmax(1) == y).sum().item()
print(hits)
