# One method is the step, another the loop.
import torch


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.criterion = torch.nn.CrossEntropyLoss()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=lr)

    def train_step(self, x, y):
        """One step."""
        self.model.train()
        loss = self.criterion(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()  # expect: missing-zero-grad[unsafe]
        self.optimizer.step()
        return loss.item()

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            for x, y in loader:
                self.train_step(x, y)
