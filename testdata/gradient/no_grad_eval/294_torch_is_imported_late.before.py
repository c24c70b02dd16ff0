# The file can be loaded without PyTorch, and has to stay so: the import that the fix needs goes
# beside the one that is there.
import numpy as np


class Attack:
    def __init__(self, width):
        from torch import nn

        self.attack_model = nn.Sequential(nn.Linear(width, 512), nn.ReLU(), nn.Linear(512, 2))

    def infer(self, x: np.ndarray) -> np.ndarray:
        from torch.utils.data import DataLoader

        self.attack_model.eval()
        predictions = []
        for batch in DataLoader(x, batch_size=100):  # expect: no-grad-eval[safe]
            predictions.append(self.attack_model(batch).detach().numpy())
        return np.concatenate(predictions)
