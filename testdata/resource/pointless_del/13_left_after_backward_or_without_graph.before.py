# Nothing holds the value: the graph is gone, or there was none.
import torch

x = torch.randn(1000, 1000, requires_grad=True)
y = x * 2
z = y.pow(2).mean()
z.backward()
del y
print(z)

data = torch.randn(1000, 1000)
doubled = data * 2
mean = doubled.pow(2).mean()
del doubled
print(mean)

with torch.no_grad():
    q = x * 2
    r = q.pow(2).mean()
    del q
    torch.save(r, "r.pt")
