import torch

for batch in loader:
    out = model(batch)
    loss = criterion(out, y)

    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

    #  Free graph & batch tensors
    del out, loss, batch
