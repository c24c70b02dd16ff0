# The parts of a loss are summed under their names. A dict has no detach(): its tensors have.
import torch


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer, self.parts = model, optimizer, {}

    def track(self, parts):
        for key, value in parts.items():
            if key not in self.parts:
                self.parts[key] = value
            else:
                self.parts[key] = self.parts[key] + value

    def step(self, x, y):
        loss = self.model(x, y)
        if isinstance(loss, dict):
            self.track({k: v.detach() if torch.is_tensor(v) else v for k, v in loss.items()})  # expect: detach-accumulated-loss[unsafe]
            loss = torch.stack(list(loss.values())).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
