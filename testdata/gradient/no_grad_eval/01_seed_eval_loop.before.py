import torch

model = build()
model.eval()

for data in val_loader:  # expect: no-grad-eval[safe]
    output = model(data)
