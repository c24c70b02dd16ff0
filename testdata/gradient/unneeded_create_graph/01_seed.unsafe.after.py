# The names are those of another cell or file, and an optimizer of that name is a first-order one.
import torch

for data, target in dataloader:
    output = model(data)
    loss = loss_fn(output, target)
    loss.backward()  # expect: unneeded-create-graph[unsafe], missing-zero-grad[unsafe]
    optimizer.step()
