import torch

is_on = torch.is_grad_enabled
