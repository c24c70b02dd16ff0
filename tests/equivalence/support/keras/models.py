"""Models: a sequence of layers and other models."""

import torch
from keras import backend


class Sequential(backend.OfSession):
    def __init__(self, layers=()):
        super().__init__("sequential")
        self.layers = list(layers)

    def add(self, layer):
        self.layers.append(layer)

    def weights(self):
        return [weight for layer in self.layers for weight in layer.weights()]

    def __call__(self, x):
        self.check_session()
        for layer in self.layers:
            x = layer(x)
        return x

    def compile(self, optimizer="sgd", loss="mse"):
        self.optimizer, self.loss = optimizer, loss

    def distance(self, x, y):
        return (self(torch.tensor(x)) - torch.tensor(y)).pow(2).mean()

    def fit(self, x, y, epochs=1, verbose=1):
        for _ in range(epochs):
            loss = self.distance(x, y)
            loss.backward()
            with torch.no_grad():
                for weight in self.weights():
                    weight -= 0.1 * weight.grad
                    weight.grad = None
        return float(loss)

    def evaluate(self, x, y, verbose=1):
        return float(self.distance(x, y))

    def predict(self, x, verbose=1):
        return self(torch.tensor(x)).detach().numpy()
