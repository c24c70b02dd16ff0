import torch

model = torch.nn.Linear(10, 1)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
x = torch.randn(1000, 10)
loss = model(x).mean()
loss.backward()
optimizer.step()

loss.detach()
del loss, x
torch.cuda.empty_cache()
