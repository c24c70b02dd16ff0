# max() gives two tensors; either may be squeezed.
import torch

x = torch.randn(4, 5)
a = x.max(1)[0]  # expect: needless-keepdim[safe]
b = x.max(1)[1]  # expect: needless-keepdim[safe]
c = torch.min(x, -1).values  # expect: needless-keepdim[safe]
