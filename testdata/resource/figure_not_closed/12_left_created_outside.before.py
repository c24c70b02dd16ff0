# mutations: no-nesting
import matplotlib.pyplot as plt

fig, ax = plt.subplots()
for epoch in range(10):
    ax.plot(run(epoch))
    fig.savefig(f"{epoch}.png")

figs = [plt.figure() for _ in range(3)]
for f in figs:
    plt.figure(f.number)
    plt.savefig("x.png")


def draw_into(values, ax=None):
    if ax is None:
        fig, ax = plt.subplots()
    ax.plot(values)
    ax.figure.savefig("x.png")
