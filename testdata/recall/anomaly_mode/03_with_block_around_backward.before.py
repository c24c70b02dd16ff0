# Reported at https://github.com/facebookresearch/mmf/pull/434
# The whole training loop ran inside a detect_anomaly block that was added when nobody
# knew its cost.
import torch


class BaseTrainer:
    def __init__(self, model, optimizer, loader):
        self.model = model
        self.optimizer = optimizer
        self.loader = loader

    def train(self):
        self.model.train()
        with torch.autograd.detect_anomaly():  # expect: anomaly-mode[unsafe]
            for batch in self.loader:
                self.optimizer.zero_grad()
                loss = self.model(batch)["loss"]
                loss.backward()
                self.optimizer.step()
