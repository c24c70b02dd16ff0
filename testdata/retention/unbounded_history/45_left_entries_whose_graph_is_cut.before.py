import torch.nn.functional as F


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self._outputs = []

    def fit(self, loader):
        for batch, labels in loader:
            outputs = self.model(batch)
            loss = F.cross_entropy(outputs, labels)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self._outputs.append(outputs)
