import numpy as np


class Gallery:
    def __init__(self, size):
        self.vectors = np.zeros((0, size), np.float32)

    def add(self, vector):
        self.vectors = np.vstack([self.vectors, vector[None]])
