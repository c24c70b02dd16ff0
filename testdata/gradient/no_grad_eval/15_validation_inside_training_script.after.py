import torch
from torch import nn

model = nn.Linear(10, 2)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for epoch in range(10):
    model.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()

    model.eval()
    # How good are we?
    total = 0.0
    with torch.no_grad():
        for x, y in val_loader:  # expect: no-grad-eval[safe]
            total += criterion(model(x), y).item()
    print(epoch, total)
