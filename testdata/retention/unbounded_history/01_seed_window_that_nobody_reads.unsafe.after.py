# The window was defined for the history, and forgotten.
import torch


class Trainer:
    def __init__(self, model, optimizer, max_norm=1.0):
        self.model = model
        self.optimizer = optimizer
        self.max_norm = max_norm
        self.grad_norm_history = []
        self.grad_norm_window = 100

    def step(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.max_norm)
        self.grad_norm_history.append(float(norm))  # expect: unbounded-history[unsafe]
        del self.grad_norm_history[:-self.grad_norm_window]
        self.optimizer.step()
