# %%
import matplotlib.pyplot as plt

# %%
for name in ("train", "test"):
    fig, ax = plt.subplots()
    ax.plot(load(name))
    fig.savefig(name + ".png")
