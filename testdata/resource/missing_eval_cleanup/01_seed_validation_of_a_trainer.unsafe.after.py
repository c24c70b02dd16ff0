# mutations: no-nesting
import torch
import gc


class Trainer:
    def validate(self, val_loader):
        self.model.eval()
        total = 0.0
        with torch.no_grad():
            for images, labels in val_loader:
                total += self.criterion(self.model(images), labels).item()
        metrics = {"loss": total / len(val_loader)}
        gc.collect()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        return metrics  # expect: missing-eval-cleanup[unsafe]
