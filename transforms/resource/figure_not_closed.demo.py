# rule: figure-not-closed
# level: safe
# measure: figures
# leak: growth
# output: same
"""One picture an epoch, with a way round it in the middle."""
import hashlib
import io

import matplotlib.pyplot as plt


def report(epochs=12):
    losses = []
    for epoch in range(epochs):
        # sample
        losses.append(1 / (epoch + 1))
        fig, ax = plt.subplots(figsize=(2, 2))
        ax.plot(losses)
        if epoch % 4 == 3:
            print(epoch, "skipped")
            continue
        ax.set_title(f"epoch {epoch}")
        image = io.BytesIO()
        fig.savefig(image, format="png")
        print(epoch, hashlib.sha256(image.getvalue()).hexdigest())


report()
