import torch

results = []
for batch in dataloader:
    output = model(batch)
    results.append(output)  # expect: detach-stored-tensor[unsafe]
