import torch

cached_outputs = []
for data in dataloader:
    output = model(data)  # BAD: accumulates in list
    cached_outputs.append(output.detach())  # expect: detach-stored-tensor[unsafe]
