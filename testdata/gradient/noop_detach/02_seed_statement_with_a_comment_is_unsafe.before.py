import torch

loss = model(x).mean()
loss.backward()
optimizer.step()

# Free memory
loss.detach()  # expect: noop-detach[unsafe]
del loss, x
torch.cuda.empty_cache()
