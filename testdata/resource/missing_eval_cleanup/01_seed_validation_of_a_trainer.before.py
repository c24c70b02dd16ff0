# mutations: no-nesting
import torch


class Trainer:
    def validate(self, val_loader):
        self.model.eval()
        total = 0.0
        with torch.no_grad():
            for images, labels in val_loader:
                total += self.criterion(self.model(images), labels).item()
        metrics = {"loss": total / len(val_loader)}
        return metrics  # expect: missing-eval-cleanup[unsafe]
