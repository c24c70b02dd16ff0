# The dimension is kept, but nobody squeezes it: broadcasting may need it.
import torch

x = torch.randn(32, 1, 10)
mean = x.mean(dim=1, keepdim=True)
centred = x - mean
