# options: strict: true, freeing-calls: free_gpu release
import torch
from mylab.memory import free_gpu

x = torch.tensor([1.0])
free_gpu()
