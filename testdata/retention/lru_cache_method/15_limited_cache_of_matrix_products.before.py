# options: minor: false
from functools import lru_cache


class Filter:
    def __init__(self, model):
        self.model = model

    @lru_cache(maxsize=16)  # expect: lru-cache-method[report]
    def predict(self, state):
        matrix = self.model.matrix()
        return matrix @ state.mean, matrix @ state.covariance @ matrix.T
