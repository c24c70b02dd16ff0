import torch
import torch.nn.functional as F

x = torch.randn(1000, 1000, requires_grad=True)
w = torch.randn(1000, 1000, requires_grad=True)
y = x * 2
z = y.pow(2).mean()
del y  # expect: pointless-del[report]
z.backward()

a = torch.exp(x)
b = a.sum()
del a  # expect: pointless-del[report]
b.backward()

h = x + 1
out = h @ w
score = out.sum()
del h, out  # expect: pointless-del[report]
print(score)
score.backward()

p = x * 3
loss = F.cross_entropy(p, torch.zeros(1000, dtype=torch.long))
del p  # expect: pointless-del[report]
loss.backward()
