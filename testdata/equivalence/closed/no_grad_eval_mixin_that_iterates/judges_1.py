import torch


class Judge:
    def __init__(self, batches):
        torch.manual_seed(4)
        self.model = torch.nn.Linear(5, 2)
        self.batches = batches

    def __iter__(self):
        return iter(self.batches)

    def hits(self):
        self.model.eval()
        right = 0
        for x, y in self:
            right += (self.model(x).argmax(1) == y).sum().item()
        return right
