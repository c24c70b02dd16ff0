# The seed's own cure: no GPU memory, and minutes instead of a second.
import torch

a = torch.randn(20000, 20000).to('cpu')
b = torch.randn(20000, 20000).to('cpu')
result = torch.matmul(a, b)
c = torch.randn(20000, 20000, device='cuda').cpu() @ b
