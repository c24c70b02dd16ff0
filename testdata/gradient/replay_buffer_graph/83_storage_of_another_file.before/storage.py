import torch


class RolloutStorage:
    def __init__(self):
        self.values = []

    def insert(self, state, move, log_prob, value):
        self.values.append((state, move, log_prob, value))

    @torch.no_grad()
    def means(self):
        return torch.stack([value for _, _, _, value in self.values]).mean(0)
