import numpy as np

seen = np.array([])
low = np.array([])
for v in range(10):
    seen = np.append(seen, v)
    print(seen.mean())
    low = np.append(v, low)
