import torch

outputs = []

for batch in dataloader:
    x = batch.to(device)
    out = model(x)  # has grad fn
    outputs.append(out)  # BAD: still attached to computation graph

loss = compute_loss(outputs)
loss.backward()
