import matplotlib.pyplot as plt


def save_curve(values, path, title=None):
    fig, ax = plt.subplots(figsize=(4, 3))  # expect: figure-not-closed[safe]
    ax.plot(values)
    if title:
        ax.set_title(title)
    fig.savefig(path)
    plt.close(fig)
    return path


def train(model, loader, epochs):
    history = []
    for epoch in range(epochs):
        history.append(model.fit(loader))
        save_curve(history, "loss.png")
