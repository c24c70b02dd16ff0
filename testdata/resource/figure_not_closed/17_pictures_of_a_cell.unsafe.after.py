# Cells show what is open when they are done; nobody waits there for one of many that are saved.
# %%
import matplotlib.pyplot as plt

# %%
for name in names:
    fig, ax = plt.subplots()  # expect: figure-not-closed[unsafe]
    ax.plot(load(name))
    fig.savefig(name + ".png")
    plt.close(fig)
