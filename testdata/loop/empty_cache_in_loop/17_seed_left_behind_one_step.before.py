# Outside a loop once is enough to be harmless.
import torch

model = torch.nn.Linear(10, 5)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
x = torch.randn(4, 10)

loss = model(x).mean()
loss.backward()
optimizer.step()

del loss, x
torch.cuda.empty_cache()
