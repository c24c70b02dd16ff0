# Reported at https://github.com/chrischoy/FCGF/issues/15
# A trainer class validates a metric-learning network with gradients on.
import numpy as np
import torch


class ContrastiveTrainer:
    def __init__(self, model, val_loader, config, device):
        self.model = model
        self.val_loader = val_loader
        self.config = config
        self.device = device

    def find_matches(self, f0, f1):
        distance = torch.cdist(f0, f1)
        return distance.argmin(dim=1)

    def _valid_epoch(self):
        self.model.eval()
        hits, errors = [], []
        num_data = 0
        batches = iter(self.val_loader)
        for batch_idx in range(self.config.val_max_iter):  # expect: no-grad-eval[unsafe]
            batch = next(batches)
            f0 = self.model(batch["points0"].to(self.device))
            f1 = self.model(batch["points1"].to(self.device))
            found = self.find_matches(f0, f1).cpu()
            truth = batch["matches"]
            hits.append((found == truth).float().mean().item())
            errors.append(torch.norm((f0 - f1).mean(0)).item())
            num_data += 1
        return {"hit_ratio": np.mean(hits), "error": np.mean(errors), "n": num_data}
