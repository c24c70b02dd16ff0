# Neither a product with a number nor a mean needs y again: it goes at once.
import torch

x = torch.randn(10000, 10000, requires_grad=True).cuda()
y = x * 2
z = y.mean()

del y
z.backward()
