import torch


class Outputs(list):
    def all(self):
        return torch.stack(list(self))
