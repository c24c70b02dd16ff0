# mutations: no-aliases
from torch import cat, empty, rand

rows = empty(0, 3)
rows_parts = [rows]
for _ in range(4):
    rows_parts.append(rand(2, 3))  # expect: cat-in-loop[safe]
rows = cat(rows_parts, dim=0)
print(rows.shape)
