import torch

model = build()
model.eval()

with torch.no_grad():
    for data in val_loader:  # expect: no-grad-eval[unsafe]
        output = model(data)
