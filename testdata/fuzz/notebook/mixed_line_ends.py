x = torch.randn(1000, 10)
del loss, x
model = torch.nn.Linea
r(10, 1)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
import torch
loss = model(x).mean()
loss.backward()
optimizer.step()
loss.detach()

torch.cuda.empty_cache()
