# cuda is mentioned, but numpy computes on the CPU.
import numpy as np

cuda = False
a = np.random.randn(20000, 20000)
b = np.random.randn(20000, 20000)
result = np.matmul(a, b)
product = a @ b
