from plots import picture


def train(step, folder):
    losses = []
    for epoch in range(1000):
        losses.append(step())
        fig = picture(losses, f"epoch {epoch}")  # expect: figure-not-closed[safe]
        fig.savefig(f"{folder}/{epoch}.png")
