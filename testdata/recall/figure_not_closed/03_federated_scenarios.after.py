# Reported at https://github.com/LabeliaLabs/distributed-learning-contributivity/issues/120
# Four figures per scenario are saved by a method; the tenth scenario brings the warning.
import matplotlib.pyplot as plt
import numpy as np


class MultiPartnerLearning:
    def __init__(self, losses, scores, folder):
        self.losses = losses
        self.scores = scores
        self.folder = folder

    def save_data(self):
        plt.figure()  # expect: figure-not-closed[safe]
        plt.plot(self.losses)
        plt.ylabel("Loss")
        plt.xlabel("Epoch")
        plt.savefig(self.folder / "graphs_federated_training_loss.png")
        plt.close()

        plt.figure()  # expect: figure-not-closed[safe]
        plt.plot(np.array(self.scores))
        plt.ylabel("Accuracy")
        plt.ylim([0, 1])
        plt.savefig(self.folder / "graphs_federated_test_accuracy.png")
        plt.close()


def run(scenarios):
    for scenario in scenarios:
        mpl = MultiPartnerLearning(scenario.losses, scenario.scores, scenario.folder)
        mpl.save_data()
