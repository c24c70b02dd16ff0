import torch


class Trainer:
    def __init__(self, model, loader):
        self.model = model
        self.loader = loader

    def validate(self):
        self.model.eval()
        scores = []
        for x, y in self.loader:  # expect: no-grad-eval[unsafe]
            scores.append(self.score(self.model(x), y))
        return sum(scores) / len(scores)

    def score(self, output, y):
        raise NotImplementedError
