# squeeze() removes what is kept and more.
import torch

x = torch.randn(4, 1, 5)
a = x.mean(2).squeeze()  # expect: needless-keepdim[safe]
b = torch.squeeze(x.sum(2))  # expect: needless-keepdim[safe]
