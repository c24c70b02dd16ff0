import torch


class Report:
    @staticmethod
    @torch.no_grad()
    def accuracy(model, loader):
        model.eval()
        hits = 0
        for x, y in loader:  # expect: no-grad-eval[safe]
            hits += (model(x).argmax(1) == y).sum().item()
        return hits


Report.accuracy(torch.nn.Linear(4, 2), [])
