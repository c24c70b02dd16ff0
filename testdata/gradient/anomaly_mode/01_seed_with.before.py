# The block comes out of the with statement.
import torch

for data, target in train_loader:
    with torch.autograd.detect_anomaly():  # expect: anomaly-mode[unsafe]
        output = model(data)
        loss = loss_fn(output, target)
        loss.backward()

        # a comment
        optimizer.step()
    optimizer.zero_grad()
