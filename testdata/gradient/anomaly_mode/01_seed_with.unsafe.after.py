# The block comes out of the with statement.
import torch

for data, target in train_loader:
    output = model(data)
    loss = loss_fn(output, target)
    loss.backward()

    # a comment
    optimizer.step()
    optimizer.zero_grad()
