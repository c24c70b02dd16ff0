"""Layers, whose weights are made when the first input comes."""

import torch
from keras import backend


class Layer(backend.OfSession):
    def __init__(self):
        super().__init__(type(self).__name__.lower())

    def weights(self):
        return []

    def __call__(self, x):
        self.check_session()
        return self.call(x)


class Dense(Layer):
    def __init__(self, units):
        super().__init__()
        self.units, self.kernel = units, None

    def call(self, x):
        if self.kernel is None:
            self.kernel = (torch.rand(x.shape[-1], self.units) - 0.5).requires_grad_()
        return x @ self.kernel

    def weights(self):
        return [] if self.kernel is None else [self.kernel]


class ReLU(Layer):
    def call(self, x):
        return torch.relu(x)
