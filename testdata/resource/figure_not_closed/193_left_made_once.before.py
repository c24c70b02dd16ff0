# mutations: no-nesting
import matplotlib.pyplot as plt
import numpy as np

fig = plt.figure()
plt.plot(np.load("losses.npy"))
fig.savefig("losses.png")
