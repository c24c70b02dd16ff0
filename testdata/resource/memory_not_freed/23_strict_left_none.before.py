# options: strict: true
import torch

x = torch.Tensor(3)
x = None
