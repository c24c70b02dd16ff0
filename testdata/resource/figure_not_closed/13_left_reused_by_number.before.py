import matplotlib.pyplot as plt

for epoch in range(10):
    plt.figure(1)
    plt.clf()
    plt.plot(run(epoch))
    plt.savefig(f"{epoch}.png")

for epoch in range(10):
    fig = plt.figure(num="loss", clear=True)
    fig.gca().plot(run(epoch))
    fig.savefig(f"{epoch}.png")
