# max() gives two tensors; either may be squeezed.
import torch

x = torch.randn(4, 5)
a = x.max(1, keepdim=True)[0].squeeze(1)  # expect: needless-keepdim[safe]
b = x.max(1, keepdim=True)[1].squeeze(1)  # expect: needless-keepdim[safe]
c = torch.min(x, -1, keepdim=True).values.squeeze(-1)  # expect: needless-keepdim[safe]
