import torch
from torch import nn

model = nn.Linear(3, 1)
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
outputs = []
for x, y in loader:
    optimizer.zero_grad()
    output = model(x)
    loss = criterion(output, y)
    loss.backward()
    optimizer.step()
    losses.append(loss)  # expect: detach-stored-tensor[safe]
    outputs.append(output)  # expect: detach-stored-tensor[safe]
print(torch.stack(losses).mean().item(), torch.cat(outputs).shape)
