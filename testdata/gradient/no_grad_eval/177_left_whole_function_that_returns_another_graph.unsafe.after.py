# options: minor: true
import torch
from torch import nn


class Explainer(nn.Module):
    def __init__(self, model, size):
        super().__init__()
        self.model = model
        self.weights = nn.Sequential(nn.Linear(size, 32), nn.ReLU(), nn.Linear(32, 1))

    def explained(self, x):
        return torch.sigmoid(self.weights(x)).mean()

    def train_step(self, x):
        self.model.eval()
        with torch.no_grad():
            target = self.model(x).argmax(-1)  # expect: no-grad-eval[unsafe]
        loss = self.explained(x) * target.float().mean()
        return loss
