import torch


def log_and_clean(step):
    print(step)
    torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]


class Trainer:
    def run_batch(self, batch):
        loss = self.model(batch).mean()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()  # expect: empty-cache-in-loop[unsafe]
        return loss

    def fit(self, loader):
        for batch in loader:
            self.run_batch(batch).backward()
            self.optimizer.step()


def train(model, loader):
    for step, batch in enumerate(loader):
        model(batch).mean().backward()
        log_and_clean(step)
