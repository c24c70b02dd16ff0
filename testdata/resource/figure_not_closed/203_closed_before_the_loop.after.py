# What was closed before the loop was another figure.
import matplotlib.pyplot as plt

plt.plot([1, 2, 3])
plt.savefig("history.png")
plt.close()

for client in range(370):
    fig = plt.figure()  # expect: figure-not-closed[safe]
    plt.plot([client, 2], "k")
    plt.title("one client")
    fig.savefig(f"pages/{client:03d}.png")
    plt.close(fig)
