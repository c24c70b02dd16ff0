# squeeze() removes what is kept and more.
import torch

x = torch.randn(4, 1, 5)
a = x.mean(2, keepdim=True).squeeze()  # expect: needless-keepdim[safe]
b = torch.squeeze(x.sum(2, keepdim=True))  # expect: needless-keepdim[safe]
