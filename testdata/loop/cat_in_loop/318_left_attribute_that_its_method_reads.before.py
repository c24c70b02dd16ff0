# What is read with every call has to be whole with every call.
import numpy as np


class Novelty:
    def __init__(self, size):
        self.bank = np.zeros((0, size))

    def score(self, embedding):
        nearest = np.linalg.norm(self.bank - embedding, axis=1).min() if len(self.bank) else 0.0
        self.bank = np.vstack([self.bank, embedding[None]])
        return nearest


def run(embeddings):
    novelty = Novelty(128)
    for embedding in embeddings:
        print(novelty.score(embedding))
