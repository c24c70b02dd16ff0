# As functions of torch, under an alias.
import torch as th
from torch import logsumexp

x = th.randn(4, 5)
a = th.mean(x, 1)  # expect: needless-keepdim[safe]
b = logsumexp(x, dim=0)  # expect: needless-keepdim[safe]
c = 2 * th.sum(x, dim=1).exp()  # expect: needless-keepdim[safe]
