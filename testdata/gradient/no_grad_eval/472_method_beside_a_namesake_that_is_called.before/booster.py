import torch
from trees import Trees


class Booster:
    def __init__(self, model):
        self.model = model
        self.trees = Trees()

    def fit(self, batches, optimizer):
        for features, wanted in batches:
            loss = (self.model(self.trees.predict(features)) - wanted).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    def predict(self, batches):
        found = []
        for features in batches:
            scores = self.model(self.trees.predict(features))  # expect: no-grad-eval[safe]
            found.append(scores.argmax(1).tolist())
        return found
