import torch


class Trainer:
    def __init__(self, model):
        self.losses = []
        self.model = model

    def step(self, x):
        loss = torch.mean(self.model(x))
        loss.backward(retain_graph=True)
        self.losses.append(loss)  # expect: detach-stored-tensor[unsafe]
        return loss.item()

    def report(self):
        return [loss.item() for loss in self.losses]
