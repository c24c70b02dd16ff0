import numpy as np
from torch.utils.data import DataLoader


class Inference:
    def __init__(self, attack_model):
        self.attack_model = attack_model

    def infer(self, data):
        self.attack_model.eval()
        found = []
        for x, _ in DataLoader(data, batch_size=64):  # expect: no-grad-eval[unsafe]
            found.append(self.attack_model(x).detach().numpy())
        return np.concatenate(found)
