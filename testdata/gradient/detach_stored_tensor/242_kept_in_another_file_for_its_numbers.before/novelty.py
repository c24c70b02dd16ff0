import torch


class Memory:
    def __init__(self, nearest):
        self.nearest = nearest
        self.keys = []

    def clear(self):
        self.keys = []

    def bonus(self, key):
        value = 0.0
        if len(self.keys) >= self.nearest:
            apart = (torch.stack(self.keys) - key).pow(2).sum(-1)
            value = apart.topk(self.nearest, largest=False).values.mean().item()
        self.keys.append(key)
        return value
