import torch


class Client:
    def accuracy(self, model, loader):
        hits = count = 0
        state = None
        for x, y in loader:  # expect: no-grad-eval[unsafe]
            logits, state = model(x, state)
            hits += (logits.argmax(-1) == y).sum().item()
            count += y.numel()
        return hits / count
