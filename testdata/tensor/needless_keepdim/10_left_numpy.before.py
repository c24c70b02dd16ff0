# NumPy has other words, and other rules.
import numpy as np
import torch

x = np.zeros((4, 5))
a = x.mean(1, keepdims=True).squeeze(1)
b = np.mean(x, 1, keepdims=True).squeeze(1)
