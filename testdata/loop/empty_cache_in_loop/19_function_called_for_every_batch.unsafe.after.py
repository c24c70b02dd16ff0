import torch


def log_and_clean(step):
    print(step)


class Trainer:
    def run_batch(self, batch):
        loss = self.model(batch).mean()
        return loss

    def fit(self, loader):
        for batch in loader:
            self.run_batch(batch).backward()
            self.optimizer.step()


def train(model, loader):
    for step, batch in enumerate(loader):
        model(batch).mean().backward()
        log_and_clean(step)
