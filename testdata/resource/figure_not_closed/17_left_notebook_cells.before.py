# %%
import matplotlib.pyplot as plt

# %%
for name in names:
    fig, ax = plt.subplots()
    ax.plot(load(name))
    fig.savefig(name + ".png")
