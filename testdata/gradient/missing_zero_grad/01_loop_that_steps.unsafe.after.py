# The reset goes before everything that the iteration does.
import torch
from torch import nn

model = nn.Linear(4, 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for x, y in loader:
    optimizer.zero_grad()
    # forward
    loss = criterion(model(x), y)
    loss.backward()  # expect: missing-zero-grad[unsafe]
    optimizer.step()
