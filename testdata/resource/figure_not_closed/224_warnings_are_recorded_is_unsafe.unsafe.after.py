import warnings

import matplotlib.pyplot as plt

with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter("always")
    for k in range(40):
        fig, ax = plt.subplots()  # expect: figure-not-closed[unsafe]
        ax.plot([1, k])
        fig.savefig(f"run{k}.png")
        plt.close(fig)
print(len(heard))
