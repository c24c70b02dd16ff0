import torch

results = []
for batch in dataloader:
    output = model(batch)
    results.append(output.detach())  # expect: detach-stored-tensor[unsafe]
