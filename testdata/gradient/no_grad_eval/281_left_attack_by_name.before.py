import numpy as np
from torch.utils.data import DataLoader


class Inference:
    def __init__(self, model, attack_model):
        self.model = model
        self.attack_model = attack_model

    def infer(self, data):
        self.model.eval()
        found = []
        for x, _ in DataLoader(data, batch_size=64):
            found.append(self.attack_model(self.model, x).detach().numpy())
        return np.concatenate(found)
