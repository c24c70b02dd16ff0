import torch


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def losses(self, x, y):
        mean, variance = self.model(x)
        likelihood = ((y - mean) ** 2 / variance + variance.log()).mean()
        error = torch.sqrt(((y - mean) ** 2).mean())
        hits = (mean.argmax(1) == y).float().mean()
        return likelihood, error, hits

    def epoch(self, loader):
        total, errors, accuracy = 0.0, 0.0, 0.0
        for x, y in loader:
            self.optimizer.zero_grad()
            likelihood, error, hits = self.losses(x, y)
            likelihood.backward()
            self.optimizer.step()
            total += likelihood.item()
            errors += error  # expect: detach-accumulated-loss
            accuracy += hits
        return total, float(errors), float(accuracy)
