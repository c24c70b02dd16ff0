# options: strict: true
import torch

print(torch.cuda.is_available())
optimizer = torch.optim.SGD
