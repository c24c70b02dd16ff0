# Reported at https://github.com/dstl/Stone-Soup/issues/801
# The measurement prediction of an updater is cached, and with it the updater and all
# states.
# options: minor: true
from functools import lru_cache

import torch


class KalmanUpdater:
    def __init__(self, model):
        self.model = model

    @lru_cache()  # expect: lru-cache-method[report]
    def predict_measurement(self, predicted_state, measurement_model=None):
        model = measurement_model or self.model
        matrix = model.matrix()
        mean = matrix @ predicted_state.mean
        covariance = matrix @ predicted_state.covar @ matrix.T
        return mean, covariance
