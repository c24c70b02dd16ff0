# A module shows nothing.
import numpy as np

X = np.random.random((10000, 10000))
X
del X
