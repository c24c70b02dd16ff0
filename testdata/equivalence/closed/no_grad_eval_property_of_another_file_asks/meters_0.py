import torch


class Box:
    @property
    def model(self):
        return None

    @model.setter
    def model(self, value):
        print(torch.is_grad_enabled())
