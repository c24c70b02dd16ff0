import matplotlib.pyplot as plt

for epoch in range(1000):
    fig, ax = plt.subplots()
    ax.plot(losses)
    fig.savefig(f"loss_{epoch}.png")
    plt.close(fig)

for epoch in range(1000):
    with plt.rc_context():
        fig, ax = plt.subplots()
        ax.plot(losses)
        fig.savefig(f"loss_{epoch}.png")
        plt.close(fig)
