# options: freeing-calls: free_gpu
import torch
from mylab import memory

kept = []
for step in range(10):
    kept.append(torch.randn(1000, 1000))
    memory.free_gpu()
