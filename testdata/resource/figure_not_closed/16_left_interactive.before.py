import matplotlib.pyplot as plt

plt.ion()
for epoch in range(10):
    fig, ax = plt.subplots()
    ax.plot(run(epoch))
    fig.savefig(f"{epoch}.png")
    plt.pause(0.1)
