# mutations: no-aliases
from torch import jit, nn, ones, zeros

layer = nn.Conv2d(1, 2, 3)
fast = jit.trace(layer, zeros(1, 1, 5, 5))  # expect: jit-trace-in-loop[safe]
for epoch in range(2):
    for step in range(2):
        print(fast(ones(1, 1, 5, 5)).shape)
