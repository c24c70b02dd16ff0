import matplotlib.pyplot as plt


def picture(values, title):
    fig, ax = plt.subplots()
    ax.plot(values)
    ax.set_title(title)
    return fig


def train(step, folder):
    losses = []
    for epoch in range(1000):
        losses.append(step())
        if epoch % 10 == 0:
            fig = picture(losses, f"epoch {epoch}")  # expect: figure-not-closed[safe]
            fig.savefig(f"{folder}/{epoch}.png")
