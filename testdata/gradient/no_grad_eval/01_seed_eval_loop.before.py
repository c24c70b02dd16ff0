import torch

model = build()
model.eval()

for data in val_loader:  # expect: no-grad-eval[unsafe]
    output = model(data)
