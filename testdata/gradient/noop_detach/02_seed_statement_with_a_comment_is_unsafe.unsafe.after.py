import torch

loss = model(x).mean()
loss.backward()
optimizer.step()

# Free memory
del loss, x
torch.cuda.empty_cache()
