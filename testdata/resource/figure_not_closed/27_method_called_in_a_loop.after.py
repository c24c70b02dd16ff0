import matplotlib.pyplot as plt


class Trainer:
    def fit(self, epochs):
        epoch = 0
        while epoch < epochs:
            self.step()
            self.plot(epoch)
            epoch += 1

    def plot(self, epoch):
        _, ax = plt.subplots()  # expect: figure-not-closed[safe]
        ax.plot(self.losses)
        plt.savefig(f"{epoch}.png")
        plt.close()
