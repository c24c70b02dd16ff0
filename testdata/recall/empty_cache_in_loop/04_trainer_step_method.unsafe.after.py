# Reported at https://github.com/huggingface/transformers/pull/31530
# The cache was emptied in training_step(), which the loop of the trainer calls for each
# batch.
import torch


class Trainer:
    def __init__(self, model, optimizer, loader, compute_loss):
        self.model = model
        self.optimizer = optimizer
        self.loader = loader
        self.compute_loss = compute_loss

    def training_step(self, model, inputs):
        model.train()
        loss = self.compute_loss(model, inputs)
        del inputs
        loss.backward()
        return loss.detach()

    def train(self):
        total = torch.tensor(0.0)
        for inputs in self.loader:
            total += self.training_step(self.model, inputs)
            self.optimizer.step()
            self.optimizer.zero_grad()
        return total.item() / len(self.loader)
