# mutations: no-aliases
from torch import cat, empty, rand

rows = empty(0, 3)
for _ in range(4):
    rows = cat(tensors=[rows, rand(2, 3)], dim=0)  # expect: cat-in-loop[safe]
print(rows.shape)
