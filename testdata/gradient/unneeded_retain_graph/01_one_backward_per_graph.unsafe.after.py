# The graph is made anew in every iteration, and nobody differentiates it again.
import torch
from torch import nn

model = nn.Linear(4, 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for x, y in loader:
    optimizer.zero_grad()
    output = model(x)
    loss = criterion(output, y)
    loss.backward()  # expect: unneeded-retain-graph[unsafe]
    optimizer.step()
    print(loss.item(), output.argmax(1))
