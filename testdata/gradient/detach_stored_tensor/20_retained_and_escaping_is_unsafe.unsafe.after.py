import torch


class Recorder:
    def __init__(self, model, criterion):
        self.model = model
        self.criterion = criterion
        self.kept = []

    def step(self, x, y):
        loss = self.criterion(self.model(x), y)
        loss.backward(create_graph=True)
        self.kept.append(loss.detach())  # expect: detach-stored-tensor[unsafe]
