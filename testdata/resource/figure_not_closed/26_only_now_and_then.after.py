import matplotlib.pyplot as plt


class Trainer:
    def fit(self, epochs):
        for epoch in range(epochs):
            loss = self.step()
            if epoch % 10 == 0:
                fig, (left, right) = plt.subplots(1, 2)  # expect: figure-not-closed[safe]
                left.plot(self.losses)
                image = right.imshow(self.sample())
                fig.colorbar(image)
                plt.tight_layout()
                plt.savefig(f"{epoch}.png")
                plt.close(fig)
            print(loss)
