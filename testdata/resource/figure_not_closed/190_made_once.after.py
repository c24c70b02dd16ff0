# mutations: no-nesting
# options: minor: true
import matplotlib.pyplot as plt
import numpy as np

fig = plt.figure()  # expect: figure-not-closed[safe]
plt.plot(np.load("losses.npy"))
fig.savefig("losses.png")
plt.close(fig)
