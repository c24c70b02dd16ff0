# rule: figure-not-closed
"""The figures are returned, drawn on, and shown together: closed, pyplot would know none of them."""
import matplotlib.pyplot as plt


def draw(values, path):
    fig, ax = plt.subplots(figsize=(2, 2))
    ax.plot(values)
    fig.savefig(path)
    plt.close(fig)
    return fig


for run in range(3):
    figure = draw([run, run + 1], "run.png")
    figure.axes[0].set_title(f"run {run}")
for number in plt.get_fignums():
    print(number, plt.figure(number).axes[0].get_title())
