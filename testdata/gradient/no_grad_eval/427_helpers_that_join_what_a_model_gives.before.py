# What a method gives that joins several passes has their graphs, and so has a loss that a method
# computes; the methods of an object that is no module are none of its passes, whatever they are
# called.
import torch
from torch.nn import functional as F


class Predictor:
    def __init__(self, model, device):
        self.model, self.device = model, device

    def augmented(self, x):
        outputs = [torch.sigmoid(self.model(x))]
        for dims in ([2], [3], [2, 3]):
            outputs.append(torch.sigmoid(self.model(x.flip(dims))).flip(dims))
        return torch.stack(outputs).mean(0)

    def loss(self, x, y):
        return F.mse_loss(self.model(x), y)

    def train(self, loader, optimizer):
        self.model.train()
        for x, y in loader:
            optimizer.zero_grad()
            (self.loss(x, y) + self.augmented(x).mean()).backward()
            optimizer.step()

    def predict(self, loader):
        self.model.eval()
        masks = []
        for x in loader:  # expect: no-grad-eval
            probability = self.augmented(x.to(self.device))
            masks.append((probability > 0.5).byte().cpu())
        return torch.cat(masks)

    def mean_loss(self, loader):
        total = 0.0
        for x, y in loader:  # expect: no-grad-eval
            total += self.loss(x, y).item()
        return total / len(loader)

    def _forward(self, texts):
        features = self.model(**texts).last_hidden_state[:, 0]  # expect: no-grad-eval
        return F.normalize(features, dim=-1).detach().cpu().numpy()
